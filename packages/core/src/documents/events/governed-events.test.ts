import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../../db/testing/index.js";
import { claimJob } from "../../jobs/job.sql.js";
import { runJobs } from "../../testing/run-jobs.js";
import { human } from "../../testing/test-memory.js";
import { ann, type EventWorld, openEventWorld, says, told } from "../testing/event-world.js";
import { sentences } from "../testing/texts.js";

describe.each(engines)("governed events on $name", (engine) => {
  let world: EventWorld;
  beforeAll(async () => {
    world = await openEventWorld(engine);
  });
  afterAll(() => world.close());
  const reason = "because";
  const edit = (op: string, target_id: string, patch: object = {}, target_type = "memory") =>
    world.memory.call(ann, "applyEdit", { op, target_id, target_type, patch, reason } as never);
  const recalled = async (query: string, more: object = {}) =>
    (await world.memory.call(ann, "recall", { query, ...more })).memories.map(({ memory_id }) => memory_id);
  const extracted = async (content: string, more: object = {}) => {
    const made = await world.ingest(content, more);
    await world.work();
    const { events } = await world.eventsOf(made.artifact_uid);
    return { ...made, events, ids: events.map(({ event_id }) => event_id) };
  };
  const found = async (query: string, more: object = {}) =>
    (await world.memory.call(ann, "searchSemanticEvents", { query, ...more })).events.map(
      ({ event_id }) => event_id,
    );

  it.each([
    ["retract", {}],
    ["quarantine", {}],
    ["amend", { text: "Nothing of the kind was said." }],
  ])("go when their passage is edited by %s, and come back with it", async (op, patch) => {
    const word = `okapi${op}`;
    const { artifact_id, ids } = await extracted(`Decision: we adopt the ${word} plan. It was sunny.`);
    const preview = await world.memory.call(ann, "previewEdit", {
      ...{ op, target_id: artifact_id, target_type: "memory", patch },
    } as never);
    expect(preview.blast_radius.derived).toMatchObject([{ memory_id: ids[0], kind: "semantic_event" }]);
    expect(await found(word)).toEqual(ids);
    await edit(op, artifact_id, patch);
    expect(await found(word)).toEqual([]);
    expect(await recalled(`the ${word} plan`)).not.toContain(ids[0]);
    await expect(world.memory.call(ann, "getSemanticEvent", { event_id: ids[0]! })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
    await edit("restore", artifact_id);
    expect(await found(word)).toEqual(ids);
    expect(await recalled(`the ${word} plan`)).toContain(ids[0]);
  });

  it("stay where the words are left that they rest on, and are blocked in the channels of their passage", async () => {
    const { artifact_id, ids } = await extracted("Decision: we adopt the tapir plan. It was sunny.");
    await edit("amend", artifact_id, { text: "It rained. Decision: we adopt the tapir plan." });
    const { events } = await world.memory.call(ann, "searchSemanticEvents", { query: "tapir" });
    expect(events).toMatchObject([{ evidence: [{ quote: "Decision: we adopt the tapir plan." }] }]);
    await edit("block", artifact_id, { channel: "team" });
    expect([await found("tapir"), await found("tapir", { channel: "team" })]).toEqual([ids, []]);
    expect(await recalled("the tapir plan", { channel: "team" })).not.toContain(ids[0]);
  });

  it("lose only the evidence of a passage that is taken out, also where passages overlap", async () => {
    const said = "Decision: the gnu crosses the river at noon.";
    const { chunks, ...made } = await (async () => {
      const whole = `${said}\n${sentences(110)}\n${said}\n${sentences(110)}`;
      const one = await extracted(whole);
      return world.memory
        .call(ann, "getArtifact", { artifact_id: one.artifact_id, include_chunks: true })
        .then(({ chunks }) => ({ ...one, chunks: chunks! }));
    })();
    expect(made.events).toHaveLength(1);
    expect(made.events[0]!.evidence).toHaveLength(2);
    await edit("retract", chunks[0]!.chunk_id);
    const [left] = (await world.eventsOf(made.artifact_uid)).events;
    expect(left!.evidence).toHaveLength(1);
    const second = left!.evidence![0]!;
    // Every passage that holds some of the words counts, not only the one that is named.
    const holding = chunks.filter(
      ({ start_char, end_char }) => start_char < second.end_char && second.start_char < end_char,
    );
    await edit("retract", holding[0]!.chunk_id);
    expect((await world.eventsOf(made.artifact_uid)).total).toBe(0);
    expect(await recalled("the gnu crosses the river")).not.toContain(made.ids[0]);
    await edit("restore", holding[0]!.chunk_id);
    expect((await world.eventsOf(made.artifact_uid)).total).toBe(1);
  });

  it("go with their passages in bulk, and with their document, and come back with it", async () => {
    const { artifact_uid, ids, artifact_id } = await extracted(
      "Decision: we adopt the kudu plan. It was sunny.",
    );
    const { deleted } = await world.memory.call(ann, "deleteArtifact", { artifact_id: artifact_uid });
    expect(deleted).toEqual({ revisions: 1, chunks: 1, events: 1 });
    expect(await found("kudu")).toEqual([]);
    await edit("restore", artifact_uid, {}, "artifact");
    expect(await found("kudu")).toEqual(ids);
    await world.memory.call(ann, "bulkEdit", { target_ids: [artifact_id], op: "retract", reason } as never);
    expect(await found("kudu")).toEqual([]);
    expect(await recalled("the kudu plan")).not.toContain(ids[0]);
    await world.memory.call(ann, "bulkEdit", { target_ids: [artifact_id], op: "restore", reason } as never);
    expect(await found("kudu")).toEqual(ids);
    const { blast_radius } = await world.memory.call(ann, "previewEdit", {
      ...{ op: "retract", target_id: artifact_uid, target_type: "artifact", patch: {} },
    } as never);
    expect(blast_radius.derived).toMatchObject([{ memory_id: ids[0] }]);
  });

  it("rise in class and expire with their document, and are read by those who read it", async () => {
    const of = { source_id: "dik-dik", channel: "team" };
    const content = "Decision: we adopt the dik-dik plan.";
    const { ids } = await extracted(content, of);
    const ben = human("ben");
    await expect(world.memory.call(ben, "getSemanticEvent", { event_id: ids[0]! })).rejects.toMatchObject({
      message: `Event ${ids[0]} not found`,
    });
    expect(await found("dik", { channel: "team" })).toEqual(ids);
    await world.ingest(content, { ...of, sensitivity: "sensitive" });
    expect([await found("dik"), await found("dik", { channel: "team" })]).toEqual([ids, []]);
    await world.ingest(content, { ...of, sensitivity: "highly_sensitive" });
    expect(await found("dik")).toEqual([]);
    expect(await world.memory.call(ann, "getSemanticEvent", { event_id: ids[0]! })).toMatchObject({
      evidence: [{ quote: content }],
    });
    const brief = await extracted("Decision: the impala rests.", { retention_policy: "until_resolved" });
    await world.memory.call(ann, "resolveArtifact", { artifact_uid: brief.artifact_uid });
    expect(await found("impala")).toEqual([]);
    const org = await extracted("Decision: the eland is for all.", { visibility_scope: "org" });
    expect(await world.memory.call(ben, "getSemanticEvent", { event_id: org.ids[0]! })).toBeDefined();
    expect(
      await world.memory.call(ben, "getExtractionJob", { artifact_uid: org.artifact_uid }),
    ).toMatchObject({
      status: "DONE",
    });
    const reextract = (artifact_uid: string) =>
      world.memory.call(ben, "reextractEvents", { artifact_uid, force: true });
    await expect(reextract(org.artifact_uid)).rejects.toMatchObject({ code: "FORBIDDEN" });
    await expect(reextract(brief.artifact_uid)).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  it("are not looked for in what is withheld, and the job says so", async () => {
    const { artifact_uid, artifact_id } = await world.ingest("Decision: the addax stays.");
    await edit("quarantine", artifact_id);
    await world.work();
    expect(await world.job(artifact_uid)).toMatchObject({
      ...{ status: "FAILED", attempts: 1, last_error_code: "ARTIFACT_NOT_FOUND" },
    });
  });

  it("of what is highly sensitive are extracted by rules, also where there is a model", async () => {
    world.server.script();
    const { artifact_uid } = await world.ingest("Decision: the bongo hides.", {
      sensitivity: "highly_sensitive",
    });
    await world.work("model");
    expect(world.server.requests).toEqual([]);
    expect((await world.job(artifact_uid)).run).toMatchObject({ extractor: "rules", events: 1 });
  });

  it("that a model cannot prove are listed with the reason, as long as the document may be read", async () => {
    const content = "Decision: we adopt the nyala plan.";
    const made = await world.ingest(content);
    world.server.script(
      says(
        told(content, "Decision: we adopt the nyala plan.", "Decision"),
        told(content, "we adopt the lion plan", "Decision"),
        told(content, content, "Gossip"),
      ),
    );
    await world.work("model");
    const rejected = () => world.memory.call(ann, "rejectedEvents", { artifact_uid: made.artifact_uid });
    expect(await rejected()).toMatchObject({
      total: 2,
      rejected: [
        { reason: "quote_not_found", quote: "we adopt the lion plan", category: "Decision" },
        { reason: "invalid_category", category: "Gossip" },
      ],
    });
    await edit("retract", made.artifact_id);
    expect(await rejected()).toMatchObject({ total: 2, rejected: [{ narrative: null, quote: null }, {}] });
  });

  it.each([
    ["prose", ["Sorry, no.", "Still no."], "INVALID_JSON_SCHEMA"],
    ["half a JSON", ['{"events": [{"cat', '{"events": ['], "INVALID_JSON_SCHEMA"],
  ])("are not written when the model answers %s; the job waits with its reason", async (_, answers, code) => {
    const { artifact_uid } = await world.ingest("Decision: the sable waits.", { source_id: `sable-${_}` });
    world.server.script(...answers.map((text) => ({ says: text })));
    await world.work("model");
    const job = await world.job(artifact_uid);
    expect(job).toMatchObject({ status: "PENDING", attempts: 1, last_error_code: code });
    const wait = Date.parse(job.next_run_at!) - Date.parse(job.updated_at);
    expect(wait).toBeGreaterThanOrEqual(27_000);
    expect(wait).toBeLessThanOrEqual(33_100);
    expect((await world.eventsOf(artifact_uid)).total).toBe(0);
    world.server.script({ says: '```json\n{"entities": [], "events": []}\n```' });
    await world.due();
    await world.work("model");
    expect(await world.job(artifact_uid)).toMatchObject({ status: "DONE", attempts: 2 });
  });

  it("fail when the attempts are used up, and say the last cause; a long Retry-After counts", async () => {
    const { artifact_uid } = await world.ingest("Decision: the topi waits.");
    for (let n = 1; n <= 5; n++) {
      world.server.script({ status: 429, headers: { "retry-after": "400" } });
      await world.due();
      await world.work("model");
      const { last_error_code: code, next_run_at, updated_at } = await world.job(artifact_uid);
      expect(code).toBe(n < 5 ? "OPENAI_RATE_LIMIT" : "MAX_ATTEMPTS_EXCEEDED");
      if (n === 1) expect(Date.parse(next_run_at!) - Date.parse(updated_at)).toBeGreaterThanOrEqual(399_000);
    }
    expect(await world.job(artifact_uid)).toMatchObject({
      ...{ status: "FAILED", attempts: 5, next_run_at: null },
      last_error_message: expect.stringContaining("OPENAI_RATE_LIMIT"),
    });
    expect((await world.memory.call(ann, "reextractEvents", { artifact_uid })).message).toBe(
      "Re-extraction job enqueued",
    );
    await world.work();
    expect((await world.eventsOf(artifact_uid)).total).toBe(1);
  });

  it("are written once, whoever else had the job: a worker that lost its lease or was forced out writes nothing", async () => {
    const { db } = world.memory.services;
    const content = "Decision: the oribi runs.";
    const { artifact_uid, job_id } = await world.ingest(content);
    const claim = (token: string) =>
      claimJob(db, { token, kinds: ["extract_events"], leaseSeconds: 60, after: "" });
    const zombie = (await claim("zombie"))!;
    expect(zombie.job_id).toBe(job_id);
    await world.memory.call(ann, "reextractEvents", { artifact_uid, force: true });
    expect(await runJobs(world.memory.services)).toEqual(["done"]);
    const { jobKinds } = await import("../../job-kinds.js");
    const { runJob } = await import("../../jobs/run/run-job.js");
    const kind = jobKinds.find(({ kind }) => kind === "extract_events")!;
    const stop = new AbortController().signal;
    const late = { leaseSeconds: 60, graceMs: 5_000, stop, onError: () => undefined };
    expect(await runJob(world.memory.services, kind, zombie, late)).toBe("lost");
    expect((await world.eventsOf(artifact_uid)).total).toBe(1);
    expect(await world.job(artifact_uid)).toMatchObject({ status: "DONE", attempts: 1 });
  });
});
