import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../../db/testing/index.js";
import { startWorker } from "../../jobs/index.js";
import { currentMemories } from "../../substrate/index.js";
import { contextOf } from "../../testing/context-of.js";
import { human, openTestMemory, type TestMemory } from "../../testing/test-memory.js";
import { seedMemories } from "../testing/seed-memories.js";
import { analysePlan } from "./analyse-plan.js";
import { applyPlan } from "./apply-plan.js";
import { editFold } from "./fold-job.js";

describe.each(engines)("edits of more memories than one transaction writes, on $name", (engine) => {
  let memory: TestMemory;
  const ann = human("ann");
  const count = 130;
  beforeAll(async () => {
    memory = await openTestMemory(engine);
  });
  afterAll(() => memory.close());

  const seed = async (projectId: string, more: object = {}) => {
    const first = await seedMemories(memory, ann, count, { projectId, ...more });
    return [first, ...Array.from({ length: count - 1 }, (_, n) => `${first}-${n + 2}`)];
  };
  const states = async (ids: string[]) => {
    const rows = await memory.database.ownerQuery<{ state: string; n: number }>(
      `select concat_ws(' ', case when retracted then 'retracted' end, case when quarantined then 'quarantined' end,
         edit_count || ' edits', word_count > 0, (select count(*) > 0 from palimpsest.memory_term t
           where t.tenant_id = m.tenant_id and t.reading_position = m.reading_position)) as state, count(*)::integer as n
       from palimpsest.memory m where id = any ($1) group by 1 order by 1`,
      [ids],
    );
    return Object.fromEntries(rows.map(({ state, n }) => [state, n]));
  };

  it("are written into all of them when the call answers, and undone in the same way", async () => {
    const ids = await seed("bulk");
    const edit = (op: "retract" | "restore") =>
      memory.call(ann, "bulkEdit", { target_ids: ids, op, reason: "a test" });
    expect(await edit("retract")).toMatchObject({ edited: count });
    expect(await states(ids)).toEqual({ "retracted 1 edits f f": count });
    expect(await edit("restore")).toMatchObject({ edited: count });
    expect(await states(ids)).toEqual({ "2 edits t t": count });
  });

  it("reach what was made from a memory, and a restore brings that back", async () => {
    const source = await seedMemories(memory, ann, 1, { projectId: "made", text: "Supper is at eight" });
    const ids = await seed("made", { derivedFrom: [source] });
    const edit = { target_type: "memory", target_id: source, reason: "a test" } as const;
    const made = await memory.call(ann, "applyEdit", { ...edit, op: "retract", cascade: "quarantine" });
    expect(made).toMatchObject({ cascaded: count });
    expect(await states(ids)).toEqual({ "quarantined 1 edits t t": count });
    expect(await memory.call(ann, "applyEdit", { ...edit, op: "restore" })).toMatchObject({
      cascaded: count,
    });
    expect(await states(ids)).toEqual({ "2 edits t t": count });
  });

  it("are written by a job where the process ended before it had done so", async () => {
    const ids = await seed("ended");
    const context = await contextOf(memory.services, ann);
    const targets = await context.read((tx) => currentMemories(tx, ann, ids));
    const plan = await analysePlan(
      context,
      targets.map((target, n) => ({
        ...{ editId: `edt_ended_${n}`, target, reason: "a test", cascade: "none" as const },
        ...(n % 2 === 0
          ? { op: "retract" as const, patch: {} }
          : { op: "amend" as const, patch: { text: `A text of its own, number ${n}` } }),
      })),
    );
    const { unfolded } = await context.write((tx) => applyPlan(tx, ann, plan, { atOnce: 1 }));
    expect(unfolded).toHaveLength(count - 1);
    expect((await states(ids))["0 edits t t"]).toBe(count - 1);
    await memory.database.ownerQuery(
      `update palimpsest.job set run_at = now() where kind = 'fold_edits' and payload->'ids' ? $1`,
      [unfolded[0]!.target.id],
    );
    await new Promise<void>((ended, failed) => {
      const worker = startWorker(memory.services, {
        kinds: [editFold],
        onError: failed,
        onEnd: () => void worker.stop().then(ended, failed),
      });
    });
    expect(await states(ids)).toEqual({ "1 edits t t": count / 2, "retracted 1 edits f f": count / 2 });
    const found = await memory.call(ann, "recall", {
      query: "text of its own number 7",
      project_id: "ended",
    });
    expect(found.memories[0]?.text).toBe("A text of its own, number 7");
  });
});
