import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../../db/testing/index.js";
import { ann, type EventWorld, openEventWorld, says, told } from "../testing/event-world.js";

const content = "Decision: We keep bees.\nBen will feed the goats by Friday.";
const decision = "Decision: We keep bees.";
const promise = "Ben will feed the goats by Friday.";

describe.each(engines)("events that are extracted again on $name", (engine) => {
  let world: EventWorld;
  beforeAll(async () => {
    world = await openEventWorld(engine);
  });
  afterAll(() => world.close());

  const extract = async (artifact_uid: string, ...events: object[]) => {
    await world.memory.call(ann, "reextractEvents", { artifact_uid, force: true });
    world.server.script(says(...events), { says: { canonical_events: [] } });
    await world.work("model");
    expect(await world.job(artifact_uid)).toMatchObject({ status: "DONE" });
    return (await world.eventsOf(artifact_uid)).events;
  };
  const amend = (target_id: string, patch: object) =>
    world.memory.call(ann, "applyEdit", {
      ...{ target_type: "memory", target_id, op: "amend", patch, reason: "I know better" },
    } as never);
  const found = async (query: string) =>
    (await world.memory.call(ann, "searchSemanticEvents", { query, include_evidence: false })).events.map(
      ({ event_id }) => event_id,
    );

  it("are not counted in the run if they stay retracted", async () => {
    const text = content.replaceAll("bees", "geese");
    const { artifact_uid } = await world.ingest(text);
    const both = [told(text, "We keep geese.", "Decision"), told(text, promise, "Commitment")];
    const [first] = await extract(artifact_uid, ...both);
    expect((await world.job(artifact_uid)).run).toMatchObject({ events: 2 });
    await world.memory.call(ann, "applyEdit", {
      ...{ target_type: "memory", target_id: first!.event_id, op: "retract", patch: {}, reason: "wrong" },
    } as never);
    expect(await extract(artifact_uid, ...both)).toHaveLength(1);
    expect((await world.job(artifact_uid)).run).toMatchObject({ events: 1 });
  });

  it("have the words, the fields and the evidence of the last run, and their ids", async () => {
    const { artifact_uid } = await world.ingest(content);
    await world.work();
    const before = (await world.eventsOf(artifact_uid)).events;
    const bees = before.find(({ narrative }) => narrative.includes("bees"))!;
    const after = await extract(
      artifact_uid,
      told(content, "We keep bees.", "Decision", {
        ...{ narrative: "The apiary stays open.", event_time: "2026-03-05T00:00:00Z", confidence: 0.7 },
        subject: { type: "project", ref: "apiary" },
      }),
    );
    expect(after).toHaveLength(1);
    expect(after).toMatchObject([
      {
        event_id: bees.event_id,
        category: "Decision",
        ...{ narrative: "The apiary stays open.", event_time: "2026-03-05T00:00:00.000Z", confidence: 0.7 },
        subject: { type: "project", ref: "apiary" },
        actors: [{ ref: "Ann", role: "owner" }],
        evidence: [{ ...bees.evidence![0]!, quote: "We keep bees.", start_char: 10 }],
      },
    ]);
    expect(await found("apiary")).toEqual([bees.event_id]);
    expect(await found("bees")).toEqual([]);
    // A time that is not found any more goes.
    const again = await extract(artifact_uid, told(content, decision, "Decision"));
    expect(again).toMatchObject([{ event_id: bees.event_id, event_time: null, confidence: 0.9 }]);
  });

  it("keep what people have amended, field by field", async () => {
    const { artifact_uid } = await world.ingest(`${content}\n`);
    const [event] = await extract(artifact_uid, told(content, decision, "Decision"));
    await amend(event!.event_id, { text: "We keep wasps.", attributes: { category: "Change" } });
    const [renewed] = await extract(
      artifact_uid,
      told(content, decision, "Decision", { narrative: "Other words.", confidence: 0.6 }),
    );
    expect(renewed).toMatchObject({
      ...{ event_id: event!.event_id, narrative: "We keep wasps.", category: "Change", confidence: 0.6 },
    });
    expect(await found("wasps")).toContain(event!.event_id);
  });

  it("stay as they are when the run fails, and when it finds the same", async () => {
    const { artifact_uid } = await world.ingest(`${content}\n\n`);
    await world.work();
    const before = (await world.eventsOf(artifact_uid)).events;
    expect(before.map(({ narrative }) => narrative)).toContain(promise);
    await world.memory.call(ann, "reextractEvents", { artifact_uid, force: true });
    world.server.script({ status: 401 });
    await world.work("model");
    expect((await world.eventsOf(artifact_uid)).events).toEqual(before);
    await world.memory.call(ann, "reextractEvents", { artifact_uid, force: true });
    await world.work();
    expect((await world.eventsOf(artifact_uid)).events).toEqual(before);
    for (const { event_id } of before) {
      expect(await world.memory.call(ann, "getSemanticEvent", { event_id })).toMatchObject({
        edits_applied: 0,
      });
    }
  });

  it("keep what a person made of them in later revisions that say the same", async () => {
    const of = { source_id: "amended" };
    const said = "Decision: We keep the old mill.";
    const first = await world.ingest(`${said}\nBen will feed the ducks by Friday.`, of);
    await world.work();
    const events = (await world.eventsOf(first.artifact_uid)).events;
    const [mill, ducks] = ["mill", "ducks"].map((word) => events.find((e) => e.narrative.includes(word))!);
    await amend(mill!.event_id, {
      text: "The mill stays ours.",
      attributes: { category: "Commitment", subject: { type: "project", ref: "mill" } },
    });
    await amend(ducks!.event_id, { attributes: { event_time: null } });
    await world.ingest(
      `Minutes of May.\nDecision:  We keep the old mill.\nBen will feed the ducks by Friday.`,
      of,
    );
    await world.work();
    const shown = async () => (await world.eventsOf(first.artifact_uid)).events.toSorted(byNarrative);
    const later = await shown();
    expect(later).toMatchObject([
      { narrative: expect.stringContaining("ducks"), event_time: null },
      ...[{ narrative: "The mill stays ours.", category: "Commitment", subject: { ref: "mill" } }],
    ]);
    expect(later.map(({ event_id }) => event_id)).not.toContain(mill!.event_id);
    await world.memory.call(ann, "reextractEvents", { artifact_uid: first.artifact_uid, force: true });
    await world.work();
    expect(await shown()).toEqual(later);
  });
});

const byNarrative = (a: { narrative: string }, b: { narrative: string }) =>
  a.narrative < b.narrative ? -1 : 1;
