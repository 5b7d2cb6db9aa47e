import type { TestDatabase } from "../../db/testing/index.js";
import { vectorLiteral } from "../index.js";

const words = Array.from({ length: 4_000 }, (_, n) => `w${(n * 7_919) % 4_000}`);

/** A generator of numbers in [0, 1) that gives the same ones every time. */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

/** A sentence about one of two hundred topics: words of the topic, and common ones. */
export function sentence(random: () => number): string {
  const topic = Math.floor(random() * 200);
  return Array.from({ length: 14 }, () =>
    random() < 0.6 ? words[topic * 20 + Math.floor(random() * 20)] : words[Math.floor(random() ** 2 * 4_000)],
  ).join(" ");
}

/** Memories with vectors in space 1, for tenants of the sizes given; their rows lie mixed on disk. */
export async function plantVectors(
  test: TestDatabase,
  embed: (texts: string[]) => Promise<Float32Array[]>,
  tenants: { id: string; memories: number }[],
  dims: number,
): Promise<void> {
  const random = seeded(7);
  await test.ownerQuery(
    `insert into palimpsest.tenant (tenant_id) select unnest($1::text[]) on conflict do nothing`,
    [tenants.map(({ id }) => id)],
  );
  await test.ownerQuery(
    `insert into palimpsest.embedding_space (model, dims, state) values ('planted', $1, 'active') on conflict do nothing`,
    [dims],
  );
  const owners = tenants
    .flatMap(({ id, memories }) => Array<string>(memories).fill(id))
    .map((owner) => ({ owner, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ owner }) => owner);
  for (let at = 0; at < owners.length; at += 2_000) {
    const some = owners.slice(at, at + 2_000);
    const texts = some.map(() => sentence(random));
    const vectors = await embed(texts);
    const ids = some.map((_, n) => `chk_${String(at + n).padStart(8, "0")}`);
    await test.ownerQuery(
      `insert into palimpsest.memory (tenant_id, id, kind, origin, writer, reading_position, channel, owner_id, text, content_hash,
         original_hash, occurred_at)
       select tenant, id, 'chunk', 'agent', 'agent:a', -16 * nextval('palimpsest.solo_position'), 'agent', 'a', text, id, id, now()
       from unnest($1::text[], $2::text[], $3::text[]) as row (tenant, id, text)`,
      [some, ids, texts],
    );
    await test.ownerQuery(
      `insert into palimpsest.memory_vector (tenant_id, space_id, memory_id, kind, reader_key, embedding)
       select tenant, 1, id, 'chunk', 0, vector::vector from unnest($1::text[], $2::text[], $3::text[]) as row (tenant, id, vector)`,
      [some, ids, vectors.map(vectorLiteral)],
    );
  }
  await test.ownerQuery(`analyze`);
}
