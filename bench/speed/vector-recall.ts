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
/** Below this cosine the product calls nothing near, however little there is; see `builtinScale`. */
const nearFrom = 0.3;

/** How far the nearest are, by a scan of everything the tenant has. */
const exactDistances = (memory: Memory, tenant: string, vector: string, ids: readonly string[]) =>
  memory.services.db.ownerStatements(async (tx) => {
    const [nearest] = await tx.query<{ count: number; farthest: number | null }>(
      `select count(*)::integer as count, max(d) as farthest from (
         select embedding <=> $2::vector as d from palimpsest.memory_vector where tenant_id = $1 order by d limit ${limit}) n
       where d <= ${1 - nearFrom}`,
      [tenant, vector],
    );
    const found = await tx.query<{ d: number }>(
      "select embedding <=> $2::vector as d from palimpsest.memory_vector where tenant_id = $1 and memory_id = any ($3)",
      [tenant, vector, ids],
    );
    return { ...nearest!, found: found.map(({ d }) => d) };
  });

const measureTenant = async (memory: Memory, workload: Workload, memories: number, rounds: number) => {
  const tenant = `size-${memories}`;
  const times: number[] = [];
  let [hits, wanted] = [0, 0];
  for (let round = 0; round < rounds; round++) {
    const query = workload.query();
    const start = performance.now();
    const { output } = await memory.dispatch({
      operation: "searchChunks",
      credential: { kind: "local", tenantId: tenant },
      surface: "sdk",
      input: { query, channel: "private", limit },
    });
    times.push(performance.now() - start);
    const [vector] = await memory.services.embedder.embed([query], { purpose: "query" });
    const ids = output.chunks.map(({ chunk_id }) => chunk_id);
    const { count, farthest, found } = await exactDistances(memory, tenant, `[${vector!.join(",")}]`, ids);
    // Equal distances are interchangeable, so what counts is being as near as the farthest of the exact ones.
    hits += Math.min(count, found.filter((d) => d <= (farthest ?? -1) + 1e-6).length);
    wanted += count;
  }
  return { memories, recall: hits / wanted, search: summarise(times) };
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
