import type { Memory } from "@palimpsest/core";
import { summarise, type Timing } from "../lib/timing.js";
import type { Workload } from "../lib/workload.js";
import { fillTenants, planTenants } from "./tenants.sql.js";

export interface TenantRecall {
  readonly memories: number;
  readonly recall: number;
  readonly search: Timing;
}

const sizes = [50, 1_000, 50_000];
const limit = 10;

/** How far the nearest are, by a scan of everything the tenant has. */
const exactDistances = (memory: Memory, tenant: string, vector: string, ids: readonly string[]) =>
  memory.services.db.ownerStatements(async (tx) => {
    const [nearest] = await tx.query<{ tenth: number }>(
      `select max(d) as tenth from (select embedding <=> $2::vector as d from palimpsest.memory_vector
       where tenant_id = $1 order by d limit ${limit}) n`,
      [tenant, vector],
    );
    const found = await tx.query<{ d: number }>(
      "select embedding <=> $2::vector as d from palimpsest.memory_vector where tenant_id = $1 and memory_id = any ($3)",
      [tenant, vector, ids],
    );
    return { tenth: nearest!.tenth, found: found.map(({ d }) => d) };
  });

const measureTenant = async (memory: Memory, workload: Workload, memories: number, rounds: number) => {
  const tenant = `size-${memories}`;
  const times: number[] = [];
  let hits = 0;
  for (let round = 0; round < rounds; round++) {
    const query = workload.query();
    const start = performance.now();
    const { output } = await memory.dispatch({
      operation: "searchChunks",
      credential: { kind: "local", tenantId: tenant },
      door: "sdk",
      input: { query, channel: "private", limit },
    });
    times.push(performance.now() - start);
    const [vector] = await memory.services.embedder.embed([query], { purpose: "query" });
    const ids = output.chunks.map(({ chunk_id }) => chunk_id);
    const { tenth, found } = await exactDistances(memory, tenant, `[${vector!.join(",")}]`, ids);
    // Equal distances are interchangeable, so what counts is being as near as the tenth.
    hits += found.filter((d) => d <= tenth + 1e-6).length;
  }
  return { memories, recall: hits / (limit * rounds), search: summarise(times) };
};

/** Recall@10 of a tenant's vector search among everybody's vectors, against an exact scan. */
export const vectorRecall = async (
  memory: Memory,
  workload: Workload,
  options: { total: number; tenants: number; rounds: number },
): Promise<TenantRecall[]> => {
  await fillTenants(memory, planTenants(options.total, options.tenants, sizes), workload);
  const rows: TenantRecall[] = [];
  for (const size of sizes) rows.push(await measureTenant(memory, workload, size, options.rounds));
  return rows;
};
