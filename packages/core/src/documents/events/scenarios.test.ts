import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../../db/testing/index.js";
import { ann, type EventWorld, openEventWorld, says, told } from "../testing/event-world.js";
import { sentences } from "../testing/texts.js";

describe.each(engines)("the events of documents on $name", (engine) => {
  let world: EventWorld;
  beforeAll(async () => {
    world = await openEventWorld(engine);
  });
  afterAll(() => world.close());
  const search = (input: object) => world.memory.call(ann, "searchSemanticEvents", input);

  describe.each(["rules", "model"] as const)("extracted by %s", (by) => {
    /** The model finds each of these sentences, in the order of the chunks. */
    const script = (text: string, spans: readonly [number, number][], found: [string, string][]) =>
      world.server.script(
        ...spans.map(([start, end]) => {
          const chunk = text.slice(start, end);
          return says(
            ...found
              .filter(([quote]) => chunk.includes(quote))
              .map(([quote, category]) => told(chunk, quote, category)),
          );
        }),
      );
    const whole = (text: string): [number, number][] => [[0, text.length]];

    it("are there for a small document, with their evidence", async () => {
      const content = `Decision: We will use Postgres for ${by} storage starting Monday.`;
      const made = await world.ingest(content);
      expect(made).toMatchObject({ is_chunked: false, job_status: "PENDING" });
      expect(await world.job(made.artifact_uid)).toMatchObject({
        ...{ job_id: made.job_id, job_type: "extract_events", status: "PENDING", attempts: 0, run: null },
        ...{ locked_by: null, last_error_code: null, next_run_at: expect.any(String), max_attempts: 5 },
      });
      script(content, whole(content), [[content, "Decision"]]);
      await world.work(by);
      expect(await world.job(made.artifact_uid)).toMatchObject({
        ...{ status: "DONE", attempts: 1, locked_by: "test-worker", next_run_at: null },
        run: {
          ...{ extractor: by, events: 1, rejected: 0 },
          ...(by === "rules"
            ? { model: null, prompt_version: null }
            : { model: "tiny", prompt_version: "events-2" }),
        },
      });
      const { events, total, filters_applied, match } = await search({ query: by, category: "Decision" });
      expect({ total, filters_applied, match }).toEqual({
        ...{ total: 1, match: "all", filters_applied: { query: by, category: "Decision" } },
      });
      expect(events[0]).toMatchObject({
        ...{ artifact_uid: made.artifact_uid, revision_id: made.revision_id, category: "Decision" },
        narrative: expect.stringContaining("Postgres"),
        evidence: [{ quote: content, start_char: 0, end_char: content.length, chunk_id: made.artifact_id }],
      });
      const event = await world.memory.call(ann, "getSemanticEvent", { event_id: events[0]!.event_id });
      expect(event).toMatchObject({
        ...{ extraction_run_id: made.job_id, edits_applied: 0 },
        evidence: [{ evidence_id: expect.stringMatching(/^evi_/), artifact_id: made.artifact_id }],
      });
      const { memories } = await world.memory.call(ann, "recall", { query: `Postgres ${by} storage` });
      expect(memories.map(({ kind }) => kind)).toContain("semantic_event");
    });

    it("are found in all passages of a large one, each naming its passage", async () => {
      const found: [string, string][] = [
        ["Decision: we adopt blue for the logo.", "Decision"],
        ["Decision: we adopt green for the boxes.", "Decision"],
        ["Decision: we adopt red for the doors.", "Decision"],
        ["Alice will deliver the plan by March 31.", "Commitment"],
        ["Bob will send the report by April 2.", "Commitment"],
      ];
      const content = found.map(([quote]) => `${quote}\n${sentences(60)}\n`).join("");
      const made = await world.ingest(content);
      expect(made.is_chunked).toBe(true);
      expect(made.num_chunks).toBeGreaterThanOrEqual(3);
      const { chunks } = await world.memory.call(ann, "getArtifact", {
        ...{ artifact_id: made.artifact_id, include_chunks: true },
      });
      script(
        content,
        chunks!.map(({ start_char, end_char }) => [start_char, end_char]),
        found,
      );
      await world.work(by);
      const { events, total } = await world.eventsOf(made.artifact_uid);
      expect(total).toBeGreaterThanOrEqual(5);
      expect(events.filter(({ category }) => category === "Decision").length).toBeGreaterThanOrEqual(3);
      for (const { quote, start_char, end_char, chunk_id } of events.flatMap(({ evidence }) => evidence!)) {
        expect(content.slice(start_char, end_char)).toBe(quote);
        const chunk = chunks!.find((one) => one.chunk_id === chunk_id)!;
        expect(chunk_id).toContain("::chunk::");
        expect(chunk.start_char <= start_char && end_char <= chunk.end_char).toBe(true);
      }
    });

    it("belong to their revision, and those of an earlier one leave searches", async () => {
      const of = { source_id: `${by}-doc` };
      const texts = [`Decision: Use MySQL for ${by}.`, `Decision: Actually, use SQLite for ${by} instead.`];
      const first = await world.ingest(texts[0]!, of);
      script(texts[0]!, whole(texts[0]!), [[texts[0]!, "Decision"]]);
      await world.work(by);
      expect(await world.ingest(texts[0]!, of)).toMatchObject({ status: "unchanged", job_status: "N/A" });
      const { artifact_uid } = first;
      expect((await world.memory.call(ann, "listJobs", { artifact_uid })).total).toBe(1);
      const second = await world.ingest(texts[1]!, of);
      script(texts[1]!, whole(texts[1]!), [[texts[1]!, "Decision"]]);
      await world.work(by);
      expect(second).toMatchObject({ artifact_uid: first.artifact_uid, status: "revised" });
      const uid = first.artifact_uid;
      const old = await world.eventsOf(uid, { revision_id: first.revision_id });
      expect(old).toMatchObject({ is_latest: false, total: 1 });
      expect(old.events[0]!.narrative).toContain("MySQL");
      const now = await world.eventsOf(uid);
      expect(now).toMatchObject({ is_latest: true, total: 1, revision_id: second.revision_id });
      expect(now.events[0]!.narrative).toContain("SQLite");
      const narratives = async (more: object) =>
        (await search({ artifact_uid: uid, ...more })).events.map(({ narrative }) => narrative).join();
      expect(await narratives({})).not.toContain("MySQL");
      expect(await narratives({ all_revisions: true })).toContain("MySQL");
      expect(await narratives({ artifact_uid: first.artifact_id })).toContain("MySQL");
      const { memories } = await world.memory.call(ann, "recall", { query: `Use MySQL for ${by}` });
      expect(memories.map(({ memory_id }) => memory_id)).not.toContain(old.events[0]!.event_id);
      expect((await world.ingest(texts[0]!, of)).status).toBe("reactivated");
      expect(await narratives({})).toContain("MySQL");
      expect(await narratives({})).not.toContain("SQLite");
    });
  });

  it("are not there after the model failed, and come when it works again", async () => {
    const content = "Decision: Test failure handling.";
    const { artifact_uid, job_id } = await world.ingest(content);
    world.server.script({ status: 401 });
    await world.work("model");
    expect(await world.job(artifact_uid)).toMatchObject({
      ...{ status: "FAILED", attempts: 1, last_error_code: "OPENAI_UNAUTHORIZED", run: null },
      last_error_message: expect.stringMatching(/key/i),
    });
    expect((await world.eventsOf(artifact_uid)).total).toBe(0);
    world.server.script(says(told(content, content, "Decision")));
    const again = await world.memory.call(ann, "reextractEvents", { artifact_uid, force: true });
    expect(again).toMatchObject({
      job_id,
      status: "PENDING",
      message: "Job reset and re-enqueued (force=true)",
    });
    await world.work("model");
    expect((await world.eventsOf(artifact_uid)).total).toBe(1);
  });

  it("are not made twice: another extraction keeps ids and edits, and replaces what it no longer finds", async () => {
    const content = "Decision: We keep bees.\nDecision: We keep goats.\nBen will feed the goats by Friday.";
    const { artifact_uid } = await world.ingest(content);
    await world.work();
    const before = await world.eventsOf(artifact_uid);
    expect(before.total).toBe(3);
    const bees = before.events.find(({ narrative }) => narrative.includes("bees"))!;
    const goats = before.events.find(({ narrative }) => narrative.includes("We keep goats"))!;
    const reason = "it was so";
    const patch = { text: "We keep wasps.", attributes: { category: "Change" } };
    await world.memory.call(ann, "applyEdit", {
      ...{ target_type: "memory", target_id: bees.event_id, op: "amend", patch, reason },
    });
    await world.memory.call(ann, "forget", { memory_id: goats.event_id, reason });
    const reextract = (force: boolean) => world.memory.call(ann, "reextractEvents", { artifact_uid, force });
    expect((await reextract(false)).message).toBe("Already extracted (use force=true to extract again)");
    await reextract(true);
    expect((await reextract(false)).message).toBe("Job already in progress (use force=true to override)");
    expect((await world.eventsOf(artifact_uid)).total).toBe(2);
    await world.work();
    const after = await world.eventsOf(artifact_uid);
    expect(after.events.map(({ event_id }) => event_id).sort()).toEqual(
      before.events
        .map(({ event_id }) => event_id)
        .filter((id) => id !== goats.event_id)
        .sort(),
    );
    const { events } = await search({ query: "wasps" });
    expect(events).toMatchObject([{ event_id: bees.event_id, category: "Change", evidence: bees.evidence }]);
    world.server.script(says(told(content, "Decision: We keep bees.", "Decision")));
    await reextract(true);
    await world.work("model");
    expect((await world.eventsOf(artifact_uid)).events.map(({ event_id }) => event_id)).toEqual([
      bees.event_id,
    ]);
    expect((await search({ artifact_uid, all_revisions: true })).total).toBe(1);
  });
});
