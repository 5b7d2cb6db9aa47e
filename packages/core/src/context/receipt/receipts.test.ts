import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../../db/testing/index.js";
import { codeOf, refusal, surgery } from "../../governance/testing/surgery.js";
import { message } from "../../testing/samples.js";
import { agent, human, openTestMemory, type TestMemory, tenantB } from "../../testing/test-memory.js";

describe.each(engines)("receipts of contexts on $name", (engine) => {
  let memory: TestMemory;
  beforeAll(async () => {
    memory = await openTestMemory(engine);
  });
  afterAll(() => memory.close());
  const { edit, approve } = surgery(() => memory);
  let session = 0;

  const say = async (text: string, who = human(), session_id = `talk-${++session}`, occurred_at?: string) =>
    (
      await memory.call(
        who,
        "recordEvent",
        message(text, { session_id, occurred_at, content: { scope: "user" } }),
      )
    ).chunk_id!;
  const build = async (given: object = {}, who = human()) =>
    (await memory.call(who, "buildAcb", { session_id: "now", channel: "private", ...given })).acb;
  const replay = (acb_id: string, who = human()) => memory.call(who, "replayAcb", { acb_id });
  const diff = (acb_id: string, who = human()) => memory.call(who, "diffAcb", { acb_id });

  it("keeps inputs, items, scores and omissions, and no memory's text", async () => {
    const id = await say("The pelican swallowed the compass");
    const acb = await build({ query: "pelican compass", intent: "task" });
    const receipt = await memory.call(human(), "getAcb", { acb_id: acb.acb_id });
    expect(receipt).toMatchObject({
      acb_id: acb.acb_id,
      agent_id: "ann",
      session_id: "now",
      total_tokens: acb.total_tokens,
      budget_tokens: 65_000,
      inputs: { query: "pelican compass", intent: "task", channel: "private" },
      omissions: acb.omissions,
    });
    expect(receipt.items.map((i) => [i.memory_id, i.section])).toContainEqual([id, "retrieved_evidence"]);
    const stored = await memory.database.ownerQuery<{ n: string }>(
      `select count(*) as n from palimpsest.receipt r where (r::text) like '%swallowed%'`,
    );
    expect(Number(stored[0]?.n)).toBe(0);
  });

  it("shows a receipt to its maker and to reviewers; for all others it does not exist", async () => {
    const { acb_id } = await build({}, agent("maker"));
    expect((await memory.call(agent("maker"), "getAcb", { acb_id })).agent_id).toBe("maker");
    expect((await memory.call(human("rev"), "getAcb", { acb_id })).agent_id).toBe("maker");
    const missing = await refusal(memory.call(agent("other"), "getAcb", { acb_id: "acb_missing" }));
    expect(missing.code).toBe("NOT_FOUND");
    for (const who of [agent("other"), human("ann", tenantB)]) {
      for (const operation of ["getAcb", "replayAcb", "diffAcb"] as const) {
        expect(await refusal(memory.call(who, operation, { acb_id }))).toEqual(missing);
      }
    }
  });

  it("replays to the same text after edits, new memories and new states", async () => {
    const ids = [];
    for (const n of [1, 2, 3, 4]) ids.push(await say(`The glacier survey, part ${n}, found crevasses`));
    const { memory_id: task_id } = await memory.call(human(), "createTask", {
      title: "Map the glacier",
      details: "all of it",
    });
    const asked = await build({ query: "glacier crevasses survey" });
    const unasked = await build({ session_id: "talk-1" });
    expect(await replay(asked.acb_id)).toMatchObject({ identical: true, acb: { prompt: asked.prompt } });

    await edit(human(), ids[0]!, { op: "retract" });
    await edit(human(), ids[1]!, { op: "amend", patch: { text: "The glacier is gone" } });
    await edit(human(), ids[2]!, { op: "attenuate", patch: { importance: 0.9 } });
    await edit(human(), ids[3]!, { op: "block", patch: { channel: "private" } });
    await memory.call(human(), "setTaskStatus", { memory_id: task_id, status: "done" });
    await say("A glacier survey that came later, with crevasses");
    for (const acb of [asked, unasked]) {
      const again = await memory.call(human(), "replayAcb", { acb_id: acb.acb_id, see_withheld: true });
      expect(again.acb.prompt).toBe(acb.prompt);
      expect(again).toMatchObject({ verified: true, identical: false });
    }
    const today = await build({ query: "glacier crevasses survey" });
    expect(today.prompt).not.toBe(asked.prompt);
    const asOf = await build({ query: "glacier crevasses survey", as_of: new Date(0).toISOString() });
    expect(asOf.session.chunks).toEqual([]);
  });

  it("explains what left, what entered and what changed", async () => {
    const [gone, moot] = [await say("badger sett under the oak"), await say("badger sett by the brook")];
    const { memory_id: task_id } = await memory.call(human(), "createTask", {
      title: "Count the badgers",
      details: "",
    });
    const { acb_id } = await build({ query: "badger sett" });
    expect(await diff(acb_id)).toMatchObject({
      summary: "nothing entered, left or changed",
      left: [],
      entered: [],
    });

    await edit(human(), gone, { op: "retract" });
    await edit(human(), moot, { op: "amend", patch: { text: "badger sett by the old brook" } });
    await memory.call(human(), "setTaskStatus", { memory_id: task_id, status: "done" });
    const fresh = await say("badger sett in the quarry");
    const answer = await diff(acb_id);
    expect(answer.left).toEqual([
      { memory_id: task_id, section: "task_state", why: "done" },
      { memory_id: gone, section: "retrieved_evidence", why: "retracted" },
    ]);
    expect(answer.entered).toEqual([
      { memory_id: fresh, section: "retrieved_evidence", why: "new since then" },
    ]);
    expect(answer.changed).toEqual([{ memory_id: moot, section: "retrieved_evidence", why: "amended" }]);
    expect(answer.summary).toBe(
      "two memories left: one done, one retracted; one entered: one new since then; one changed: one amended",
    );
  });

  it("tells that a decision was amended, whose text is composed", async () => {
    const { memory_id: decision_id } = await memory.call(human(), "createDecision", {
      decision: "Feed the otters at noon",
    });
    const { acb_id } = await build();
    await edit(human(), decision_id, {
      op: "amend",
      patch: { attributes: { rationale: ["they are hungry"] } },
    });
    expect((await diff(acb_id)).changed).toEqual([
      { memory_id: decision_id, section: "relevant_decisions", why: "amended" },
    ]);
  });

  it("explains a memory that no longer fits the budget", async () => {
    const pond = (n: number) => `heron at pond ${n} ${"with reeds and rushes all around ".repeat(6)}`;
    const old = await say(pond(0), human(), undefined, "2020-01-01T00:00:00Z");
    const { acb_id } = await build({ query: "heron pond", max_tokens: 300 });
    expect((await memory.call(human(), "getAcb", { acb_id })).items.map((i) => i.memory_id)).toContain(old);
    const fresh = [];
    for (const n of [1, 2, 3]) fresh.push(await say(pond(n)));
    const answer = await diff(acb_id);
    expect(answer.left.find((d) => d.memory_id === old)?.why).toBe("below budget");
    expect(fresh).toContain(answer.entered[0]?.memory_id);
  });

  it("shows a reviewer of another's context only what the reviewer may see", async () => {
    const agentOwn = agent("diarist");
    await memory.call(agentOwn, "remember", { text: "the walrus diary is private", visibility: "private" });
    await memory.call(agentOwn, "remember", { text: "the walrus report is shared" });
    const acb = await build({ query: "walrus" }, agentOwn);
    expect(acb.prompt).toContain("walrus diary");
    const seen = await replay(acb.acb_id, human("rev"));
    expect(seen).toMatchObject({ identical: true, verified: true });
    expect(JSON.stringify(seen)).not.toContain("walrus diary");
    expect(seen.acb.prompt).toContain("walrus report");
    expect((await diff(acb.acb_id, human("rev"))).left).toEqual([]);
  });

  it("simulates a pending edit on the last contexts and changes nothing", async () => {
    const id = await say("the ferret runs the tunnel");
    const shown = await build({ query: "ferret tunnel" });
    const other = await build({ query: "ferret tunnel", session_id: "elsewhere" }, agent("second"));
    await build({ query: "completely different" });
    const retract = await edit(agent("bot"), id, { op: "retract" });
    const amend = await edit(agent("bot"), id, { op: "amend", patch: { text: "the stoat runs the tunnel" } });

    const suppose = (edit_id: string) => memory.call(human("rev"), "counterfactual", { edit_id, limit: 3 });
    const answer = await suppose(retract.edit_id);
    expect(answer.replayed).toBe(3);
    expect(answer.contexts.map((c) => c.left)).toEqual([
      expect.any(Array),
      [{ memory_id: id, why: "retracted by this edit" }],
      [{ memory_id: id, why: "retracted by this edit" }],
    ]);
    expect(answer.contexts.map((c) => c.acb_id)).toContain(other.acb_id);
    const reworded = await suppose(amend.edit_id);
    expect(reworded.contexts.find((c) => c.acb_id === shown.acb_id)?.changed).toEqual([id]);

    expect((await build({ query: "ferret tunnel" })).prompt).toContain("the ferret runs");
    expect((await memory.call(human(), "getEdit", { edit_id: retract.edit_id })).status).toBe("pending");
    await approve(retract.edit_id);
    expect((await build({ query: "ferret tunnel" })).prompt).not.toContain("the ferret runs");
    expect(await codeOf(suppose(retract.edit_id))).toBe("CONFLICT");
    expect(await codeOf(suppose("edt_missing"))).toBe("NOT_FOUND");
    expect(await codeOf(memory.call(agent(), "counterfactual", { edit_id: amend.edit_id }))).toBe(
      "FORBIDDEN",
    );
  });

  it("leaves out all that a large cascade hides, as it is once the edit is approved", async () => {
    const source = await say("the marten nests by the weir");
    const made: string[] = [];
    for (let n = 0; n < 62; n++) {
      const text = `the marten by the weir, report ${n}`;
      const input = { text, derived_from: [source], scope: "global" as const };
      made.push((await memory.call(human(), "remember", input)).memory_id);
    }
    const shownIn = ({ items }: { items: { memory_id: string | null }[] }) =>
      items.flatMap(({ memory_id }) => memory_id ?? []);
    const idsOf = async (acb_id: string) =>
      shownIn(await memory.call(human("rev"), "getAcb", { acb_id })).filter((id) =>
        [source, ...made].includes(id),
      );
    const plain = await build({ query: "marten weir" });
    const open = await build({ query: "marten weir", include_quarantined: true });
    const shown = await idsOf(plain.acb_id);
    expect(shown.length).toBeGreaterThan(5);
    const { edit_id } = await edit(agent("bot"), source, { op: "retract", cascade: "quarantine" });
    const { contexts } = await memory.call(human("rev"), "counterfactual", { edit_id, limit: 2 });
    const left = (acb_id: string) =>
      contexts.find((context) => context.acb_id === acb_id)!.left.map(({ memory_id }) => memory_id);
    expect(left(plain.acb_id).toSorted()).toEqual(shown.toSorted());
    expect(left(open.acb_id)).toEqual([source]);
    await approve(edit_id);
    expect(await idsOf((await build({ query: "marten weir" })).acb_id)).toEqual([]);
  });
});
