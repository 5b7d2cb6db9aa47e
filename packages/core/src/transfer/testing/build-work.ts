import { wholePolicy } from "../../policy/testing/whole-policy.js";
import { admin, agent, human, type TestMemory } from "../../testing/test-memory.js";

/** Facts, claims, procedures and censors with their counters, an episode with its links, a document of two revisions, plans with their working state, task contexts and sessions, two policies and a suspended principal. */
export async function buildWork(memory: TestMemory): Promise<void> {
  const [ann, bot] = [human("ann"), agent("bot")];
  const lisbon = await memory.call(ann, "learnFact", {
    content: "Ada works from Lisbon.",
    category: "person",
    subject: "ada",
  });
  await memory.call(ann, "confirmFact", { fact_id: lisbon.id });
  await memory.call(ann, "supersedeFact", { fact_id: lisbon.id, content: "Ada works from Porto." });
  await buildClaims(memory);
  await buildExperience(memory);
  const minutes = (content: string) =>
    memory.call(ann, "ingestArtifact", {
      ...{ artifact_type: "note", source_system: "notes", source_id: "minutes", title: "Minutes" },
      ...{ content, visibility_scope: "org" },
    });
  await minutes("The birds come in May.");
  await memory.database.ownerQuery(
    `update palimpsest.artifact set extraction = '{"extractor": "model", "model": "tiny", "prompt_version": "events-1",
         "events": 0, "rejected": 1, "finished_at": "2026-05-04T09:00:00.000Z"}',
       rejected = '[{"reason": "quote_not_found", "category": "Decision", "narrative": "They go.", "quote": null}]'
     where artifact_uid is not null`,
  );
  await minutes(`The birds come in June. ${"They rest on the old pier. ".repeat(300)}`);
  await buildEditedDocument(memory);
  await memory.call(bot, "createPlan", {
    plan_id: "launch",
    goal_event: "product.launched",
    goal_data: { product: "kettle", price: null },
    session_id: "talk",
    correlation_ids: ["msg-2", "msg-1"],
  });
  await memory.call(ann, "createPlan", { plan_id: "rest", goal_event: "rested", status: "paused" });
  await memory.call(ann, "updatePlan", { plan_id: "launch", merge_state: { waiting_for: "legal" } });
  for (const [key, value] of Object.entries({
    sources: ["press kit"],
    nothing: null,
    B: 1,
    a: { deep: [null] },
  })) {
    await memory.call(bot, "setPlanState", { plan_id: "launch", key, value });
  }
  await memory.call(ann, "updatePlanState", { plan_id: "launch", key: "B", op: "increment", delta: 2 });
  await memory.call(bot, "storeTaskContext", {
    task_id: "task-7",
    plan_id: "launch",
    event_type: "draft.requested",
    data: { words: 300 },
    sub_tasks: ["write", "check-facts"],
  });
  await memory.call(ann, "createSession", { session_id: "talk", name: "The launch", metadata: { room: 4 } });
  await memory.call(bot, "createSession", { session_id: "talk", agent_id: "bot" });
  await memory.call(agent("rogue"), "remember", { text: "The rogue agent was here" });
  await memory.call(admin(), "suspendPrincipal", { principal_id: "rogue", reason: "It lies" });
  await memory.call(admin(), "applyPolicy", {
    yaml: wholePolicy("version: 1\nlimits: { capsule_days: 30 }\n"),
  });
  await memory.call(admin(), "applyPolicy", {
    yaml: wholePolicy("version: 2\nlimits: { capsule_days: 60 }\n"),
  });
}

/** Passages that were edited, each beside one of which the words that they share were taken out, in two revisions. */
async function buildEditedDocument(memory: TestMemory): Promise<void> {
  const ann = human("ann");
  const ingest = (content: string) =>
    memory.call(ann, "ingestArtifact", {
      ...{ artifact_type: "note", source_system: "notes", source_id: "sightings", visibility_scope: "org" },
      content,
    });
  const edit = (op: string, target_id: string, patch: object = {}) =>
    memory.call(ann, "applyEdit", {
      ...{ op, target_id, target_type: "memory", patch, reason: `for ${op}` },
    } as never);
  const content = Array.from({ length: 190 }, (_, n) => `Tern ${n} was seen 🦩 near the old pier.`).join(" ");
  const { stored_ids, artifact_id } = await ingest(content);
  const [first, second, third] = stored_ids.slice(1) as [string, string, string];
  const { chunks } = await memory.call(ann, "getArtifact", {
    ...{ artifact_id, include_content: true, include_chunks: true },
  });
  await edit("attenuate", first, { importance: 0.2 });
  await edit("block", first, { channel: "team" });
  await edit("amend", third, { text: `Anew: ${chunks![2]!.content}` });
  await edit("retract", second);
  await ingest(`The terns of another year. ${content}`);
}

async function buildClaims(memory: TestMemory): Promise<void> {
  const refunds = { text: "Refunds need two signatures" };
  const at = "2026-11-15T09:58:00Z";
  const { data } = await memory.call(agent("bot"), "upsertClaim", {
    ...{ ...refunds, provenance: { at, actor: "ada" } },
    entities: [{ id: "refund", type: "Concept", name: "Refund" }],
  });
  await memory.call(human("ann"), "upsertClaim", { ...refunds, provenance: { at, note: "Heard again." } });
  await memory.call(human("ann"), "sendFeedback", { claim_id: data.id, signal: "helpful" });
}

async function buildExperience(memory: TestMemory): Promise<void> {
  const bot = agent("bot");
  const { id: procedure_id } = await memory.call(bot, "storeProcedure", { name: "Ask before shipping" });
  await memory.call(bot, "recordProcedureOutcome", { procedure_id, outcome: "success" });
  await memory.call(bot, "recordProcedureOutcome", { procedure_id, outcome: "neutral" });
  const { id: censor_id } = await memory.call(bot, "addCensor", {
    trigger_pattern: "ship on a Friday",
    reason: "Nobody is there to mend it.",
  });
  await memory.call(bot, "checkCensors", { text: "Let us ship on a Friday" });
  await memory.call(bot, "recordCensorFalsePositive", { censor_id });
  const { id: episode_id } = await memory.call(bot, "startEpisode", { summary: "Shipping the kettle" });
  await memory.call(bot, "linkEpisodeProcedure", { episode_id, procedure_id, effectiveness: "helped" });
  await memory.call(bot, "endEpisode", { episode_id, outcome: "success", lessons_learned: ["Ask early."] });
}
