import type { Memory } from "@palimpsest/core";
import { compare, summarise, type Timing } from "../lib/timing.js";
import type { Figure } from "./figure.js";
import { edited, type Filled, plain } from "./fill.js";
import { authorName, capsuleInput, lead, readerName } from "./load-capsules.js";
import { hotSession } from "./load-work.js";
import type { Sizes } from "./sizes.js";
import { sweep } from "./sweep.js";

export interface Measured {
  readonly figures: Figure[];
  /** How much slower a search is where memories were edited, by p50 and by p95. */
  readonly searchRatio: { readonly p50: number; readonly p95: number };
  readonly bundleTokens: { readonly least: number; readonly most: number };
}

type Operation = Parameters<Memory["dispatch"]>[0]["operation"];

/** Everything through `dispatch`, as a surface would call it. */
export const measure = async (memory: Memory, filled: Filled, sizes: Sizes): Promise<Measured> => {
  const { workload, random, root } = filled;
  const { rounds } = sizes;
  const untouched = [...filled.untouched];
  const call = <N extends Operation>(operation: N, input: object, agentId?: string, tenantId = edited) =>
    memory.dispatch({ operation, input, credential: { kind: "local", tenantId, agentId }, surface: "sdk" });
  const figures: Figure[] = [];
  const add = (what: string, timing: Timing, target?: number, note?: string) =>
    void figures.push({ what, timing, target, note });

  const queries = Array.from({ length: rounds * 3 }, () => workload.query());
  const search = (tenantId: string) => (n: number) =>
    call("searchChunks", { query: queries[n % queries.length], channel: "private" }, undefined, tenantId);
  const searches = await compare(rounds * 2, { edited: search(edited), plain: search(plain) });
  add("search, edited store", searches.edited);
  add("search, the same store without edits", searches.plain);

  const lists = await compare(rounds, {
    open: (n) => call("listCapsules", {}, readerName(n)),
    all: () => call("listCapsules", {}, lead),
    mine: (n) => call("listCapsules", { mine: true }, authorName(n)),
  });
  add("list an agent's capsules", lists.open, 30);
  add(`list for an agent who was handed all ${sizes.capsules}`, lists.all, 30);
  add("list the capsules an agent made", lists.mine, 30);

  const made = await compare(rounds, {
    create: (n) => call("createCapsule", capsuleInput(n, untouched, random), authorName(n)),
  });
  add("create a capsule", made.create, 30);

  const edit = (op: string, patch: object) =>
    call("applyEdit", {
      target_type: "chunk",
      target_id: untouched.pop(),
      op,
      patch,
      reason: "it was wrong",
    });
  const edits = await compare(rounds, {
    amend: () => edit("amend", { text: workload.message().text }),
    retract: () => edit("retract", {}),
  });
  add("apply an edit: amend, with its vector", edits.amend, 40);
  add("apply an edit: retract", edits.retract, 40);

  const tokens: number[] = [];
  const build = async (n: number, agentId: string) => {
    const input = {
      session_id: hotSession,
      channel: "private",
      intent: "explore",
      query: queries[n % queries.length],
    };
    const { output } = await call("buildAcb", input, agentId);
    tokens.push(output.acb.total_tokens);
  };
  const bundles = await compare(Math.ceil(rounds / 2), {
    reader: (n) => build(n, readerName(n)),
    lead: (n) => build(n, lead),
  });
  const bundleTokens = { least: Math.min(...tokens), most: Math.max(...tokens) };
  const filledTo = `${bundleTokens.least} to ${bundleTokens.most} tokens`;
  add("bundle of 65,000 tokens", bundles.reader, 150, filledTo);
  add(`the same for an agent with ${sizes.capsules} capsules`, bundles.lead, 150, filledTo);

  const previews = await compare(Math.ceil(rounds / 4), {
    preview: () => call("previewEdit", { target_type: "memory", target_id: root, op: "retract" }),
  });
  add(`preview, ${sizes.derived} memories derived`, previews.preview, 200);

  add(`sweep ${sizes.capsules} capsules that are over`, await sweep(memory, filled, sizes), 5_000);

  const rollbacks: number[] = [];
  for (const name of filled.sources) {
    const start = performance.now();
    // A call takes some of them; further calls take the rest, as the job would.
    for (let left = sizes.source; left > 0; ) {
      const { output } = await call("bulkEdit", {
        ...{ writer: `agent:${name}`, op: "retract", reason: "it was poisoned" },
      });
      if (output.edited === 0) throw new Error(`${left} memories were not rolled back`);
      left -= output.edited;
    }
    rollbacks.push(performance.now() - start);
  }
  add(`roll back ${sizes.source} memories of a source`, summarise(rollbacks), 1_000);

  const { edited: with_, plain: without } = searches;
  return {
    figures,
    searchRatio: { p50: with_.p50 / without.p50, p95: with_.p95 / without.p95 },
    bundleTokens,
  };
};
