import type { Memory, Tx } from "@palimpsest/core";
import type { Workload } from "../lib/workload.js";
import { writeMessage } from "./fill.js";

export interface Tenant {
  readonly id: string;
  readonly memories: number;
}

const batch = 2_000;
/** A prime: steps of it visit every place of a list once, far from the one before. */
const spread = 7_919;

/** Three tenants of the sizes asked for, and the rest of the memories spread over the other tenants. */
export const planTenants = (total: number, tenants: number, sizes: readonly number[]): Tenant[] => {
  const others = tenants - sizes.length;
  const rest = total - sizes.reduce((sum, size) => sum + size, 0);
  return [
    ...sizes.map((memories) => ({ id: `size-${memories}`, memories })),
    ...Array.from({ length: others }, (_, i) => ({
      id: `other-${i}`,
      memories: Math.floor(rest / others) + (i < rest % others ? 1 : 0),
    })),
  ];
};

const insert = async (
  tx: Tx,
  space: number,
  rows: { tenant: string; id: string; text: string; vector: string }[],
) => {
  const column = <K extends keyof (typeof rows)[number]>(key: K) => rows.map((row) => row[key]);
  await tx.query(
    `insert into palimpsest.memory (tenant_id, id, kind, origin, writer, reading_position, channel, owner_id, text, content_hash,
       original_hash, occurred_at)
     select tenant, id, 'chunk', 'human', 'human:local', -16 * nextval('palimpsest.solo_position'), 'private', 'local', text,
       md5(id), md5(id), now()
     from unnest($1::text[], $2::text[], $3::text[]) as row (tenant, id, text)`,
    [column("tenant"), column("id"), column("text")],
  );
  await tx.query(
    `insert into palimpsest.memory_vector (tenant_id, space_id, memory_id, kind, reader_key, embedding)
     select tenant, $4, id, 'chunk', 0, embedding::vector from unnest($1::text[], $2::text[], $3::text[]) as row (tenant, id, embedding)`,
    [column("tenant"), column("id"), column("vector"), space],
  );
};

/** Vectors without words: whatever a search finds here, it finds by meaning. The tenants' rows lie mixed on disk. */
export const fillTenants = async (
  memory: Memory,
  plan: readonly Tenant[],
  workload: Workload,
): Promise<void> => {
  const { db, embedder } = memory.services;
  // The first write registers the embedder's space.
  await writeMessage(memory, workload.message());
  const space = await db.ownerStatements((tx) =>
    tx.query<{ space_id: number }>("select space_id from palimpsest.embedding_space where state = 'active'"),
  );
  const owners = plan.flatMap(({ id, memories }) => Array<string>(memories).fill(id));
  const total = owners.length;
  await db.owner(async (tx) => {
    await tx.query(
      "insert into palimpsest.tenant (tenant_id) select unnest($1::text[]) on conflict do nothing",
      [plan.map(({ id }) => id)],
    );
    for (let at = 0; at < total; at += batch) {
      const texts = Array.from({ length: Math.min(batch, total - at) }, () => workload.message().text);
      const vectors = await embedder.embed(texts);
      const rows = texts.map((text, i) => ({
        tenant: owners[((at + i) * spread) % total]!,
        id: `chk_${at + i}`,
        text,
        vector: `[${vectors[i]!.join(",")}]`,
      }));
      await insert(tx, space[0]!.space_id, rows);
    }
  });
  await db.ownerStatements((tx) => tx.query("vacuum analyze"));
};
