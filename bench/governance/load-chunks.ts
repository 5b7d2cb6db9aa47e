import { authenticate, localPrincipal, type Services } from "@palimpsest/core";
import type { Chunk } from "./chunk.js";
import { coreParts } from "./core.js";
import { insertChunks } from "./load-chunks.sql.js";

const batch = 1_000;

/** Writes the same chunks into each tenant, as if every one had been an event of its own; gives the ids by tenant. */
export const loadChunks = async (
  services: Services,
  tenants: readonly string[],
  chunks: readonly Chunk[],
): Promise<string[][]> => {
  const core = await coreParts();
  const spaceId = await core.ownSpaceId(services);
  const ids = tenants.map((): string[] => []);
  for (const agentId of new Set(chunks.map((chunk) => chunk.agentId))) {
    const written = chunks.filter((chunk) => chunk.agentId === agentId);
    for (let at = 0; at < written.length; at += batch) {
      const part = written.slice(at, at + batch);
      const analysed = await core.analyse(
        services.embedder,
        part.map(({ text, actor, at: moment }) => ({
          text,
          speaker: actor,
          byAgent: agentId !== undefined,
          occurredAt: new Date(moment),
          boundaryClass: "public",
        })),
      );
      for (const [n, tenantId] of tenants.entries()) {
        const who = localPrincipal({ tenantId, agentId });
        await authenticate(services, { kind: "principal", principal: who });
        const key = await services.tenants.digestKey(tenantId);
        const rows = part.map((chunk, i) => ({
          ...chunk,
          ...analysed[i]!,
          embedding: analysed[i]!.embedding && core.vectorLiteral(analysed[i]!.embedding),
          id: core.newId("chk"),
          eventId: core.newId("evt"),
          ...core.digestsOf(key, chunk.text),
        }));
        await services.db.transaction(who, (tx) => insertChunks(tx, who, spaceId, rows));
        ids[n]!.push(...rows.map(({ id }) => id));
      }
    }
  }
  return ids;
};
