import { access } from "node:fs/promises";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { localPrincipal, type Memory } from "@palimpsest/core";
import { hotSession, loadWork } from "../governance/load-work.js";
import { type Core, type EngineName, openStore, type Store } from "../lib/store.js";
import { compare, type Timing } from "../lib/timing.js";
import { makeWorkload } from "../lib/workload.js";
import { fillTo, writeMessage } from "./fill.js";

export interface Compared {
  readonly engine: EngineName;
  readonly operation: string;
  readonly other: Timing;
  readonly own: Timing;
}

interface Side {
  readonly memory: Memory;
  /** Ids of chunks that nothing has edited, in the same order on both sides. */
  readonly ids: readonly string[];
}

const otherCore = async (checkout: string): Promise<Core> => {
  const file = join(resolve(checkout), "packages", "core", "dist", "index.js");
  await access(file).catch(() => {
    throw new Error(`${checkout} is not a checkout that was built: there is no ${file}`);
  });
  return (await import(pathToFileURL(file).href)) as Core;
};

const fill = async (store: Store, memories: number): Promise<Side> => {
  const workload = makeWorkload(1);
  const { tenantId } = localPrincipal();
  const ids: string[] = [];
  await fillTo(store.memory, workload, ids, memories);
  await loadWork(store.memory, { tenantId, workload, work: 40, derived: 0 });
  await store.memory.services.db.ownerStatements((tx) => tx.query("vacuum analyze"));
  await store.reopen();
  return { memory: store.memory, ids };
};

/**
 * The same calls on two stores with the same memories, one of each checkout, in one process and in turns, so that
 * whatever else the machine does falls on both alike.
 */
export const compareWith = async (
  checkout: string,
  { engine, memories, rounds }: { engine: EngineName; memories: number; rounds: number },
): Promise<Compared[]> => {
  // Each edit needs a chunk of its own, and the gets read chunks that stay.
  const each = rounds + 20;
  if (memories < 4 * each + 20)
    throw new Error(`--sizes must be at least ${4 * each + 20} for ${rounds} rounds`);
  const stores = [await openStore(engine, await otherCore(checkout)), await openStore(engine)] as const;
  try {
    const [other, own] = [await fill(stores[0], memories), await fill(stores[1], memories)];
    const workload = makeWorkload(1);
    const messages = Array.from({ length: 2_000 }, () => workload.message());
    const queries = Array.from({ length: each }, () => workload.query());
    const call = (
      { memory }: Side,
      operation: Parameters<Memory["dispatch"]>[0]["operation"],
      input: object,
    ) => memory.dispatch({ operation, input, credential: { kind: "local" }, surface: "sdk" });
    const some = ({ ids }: Side, n: number, count: number) =>
      Array.from({ length: count }, (_, i) => ids[n + i]!);
    const edit = (side: Side, target_id: string | undefined, op: string, patch: object) =>
      call(side, "applyEdit", { target_type: "chunk", target_id, op, patch, reason: "it was wrong" });
    // Earlier releases call the question of a bundle query_text.
    const probe = { session_id: hotSession, channel: "private", query: queries[0] };
    const question = await call(other, "buildAcb", probe).then(
      () => "query",
      () => "query_text",
    );
    const operations: Record<string, (side: Side, n: number) => Promise<unknown>> = {
      write: ({ memory }, n) => writeMessage(memory, { ...messages[n % 2_000]!, session: `new-${n % 10}` }),
      search: (side, n) => call(side, "searchChunks", { query: queries[n], channel: "private", limit: 10 }),
      "get 10": (side, n) => call(side, "getChunks", { chunk_ids: some(side, n, 10), channel: "private" }),
      bundle: (side, n) =>
        call(side, "buildAcb", {
          ...{ session_id: hotSession, channel: "private", intent: "explore" },
          [side === other ? question : "query"]: queries[n],
        }),
      amend: (side, n) =>
        edit(side, side.ids[2 * each + n], "amend", { text: `${messages[n % 2_000]!.text} ${n}` }),
      retract: (side, n) => edit(side, side.ids[3 * each + n], "retract", {}),
      "create capsule": (side, n) =>
        call(side, "createCapsule", {
          ...{ subject_type: "customer", subject_id: `customer-${n}`, scope: "project" },
          ...{ audience_agent_ids: ["reader"], items: { chunks: some(side, n, 5) } },
        }),
    };
    const rows: Compared[] = [];
    for (const [operation, run] of Object.entries(operations)) {
      const timings = await compare(rounds, { other: (n) => run(other, n), own: (n) => run(own, n) });
      rows.push({ engine, operation, ...timings });
    }
    return rows;
  } finally {
    for (const store of stores) await store.close();
  }
};
