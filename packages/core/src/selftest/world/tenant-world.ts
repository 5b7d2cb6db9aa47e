import type { OperationName, OutputOf, PalimpsestContract } from "@palimpsest/contract";
import { localPrincipal, type Principal } from "../../identity/index.js";
import { enqueueJob } from "../../jobs/index.js";
import type { CalledMemory } from "./called-memory.js";
import { type DocumentWorld, fillDocuments } from "./document-world.js";
import { fillPce, type PceWorld } from "./pce-world.js";
import { storeFor } from "./store-for.js";

const admin = (tenantId: string) => localPrincipal({ tenantId });
const human = (userId: string, tenantId: string) => localPrincipal({ tenantId, userId });
const agent = (agentId: string, tenantId: string) => localPrincipal({ tenantId, agentId });

/** One id of each kind in a tenant, everything visible to its admin; `text` stands in all that was written. */
export interface TenantWorld extends DocumentWorld, PceWorld {
  tenantId: string;
  admin: Principal;
  ann: Principal;
  bot: Principal;
  text: string;
  chunk: string;
  decision: string;
  task: string;
  fact: string;
  factToSupersede: string;
  factToDeactivate: string;
  episode: string;
  episodeToEnd: string;
  procedure: string;
  rule: string;
  artifact: string;
  pendingEdit: string;
  approvedEdit: string;
  edits: string[];
  capsule: string;
  capsuleToRevoke: string;
  acb: string;
  key: string;
  job: string;
  stoppedJob: string;
  audit: string;
  request: string;
  session: string;
  subject: string;
  project: string;
  plan: string;
  taskContext: string;
  subtask: string;
  correlation: string;
  thread: string;
  censor: string;
  stored: string;
}

/**
 * Fills a tenant through the front surface, as people and agents would. `name` tells its names from another tenant's;
 * `word` stands in its texts.
 */
export async function fillTenant(
  memory: CalledMemory,
  tenantId: string,
  name: string,
  word = name,
): Promise<TenantWorld> {
  const [boss, ann, bot] = [admin(tenantId), human(`ann-${name}`, tenantId), agent(`bot-${name}`, tenantId)];
  const call = <N extends OperationName>(who: Principal, operation: N, input: object) =>
    memory.call(who, operation, input as never) as Promise<OutputOf<PalimpsestContract[N]>>;
  const text = `The ${word} heron sleeps on one leg`;
  const [session, subject, project] = [`session-${name}`, `subject-${name}`, `project-${name}`];
  const place = { subject_type: "user", subject_id: subject, project_id: project };
  const event = { session_id: session, channel: "private", actor_type: "human", actor_id: `actor-${name}` };
  const about = { ...place, scope: "user" };

  const { chunk_id: chunk } = await call(ann, "recordEvent", {
    ...event,
    kind: "message",
    content: { text, ...about },
  });
  const output = `${text} ${"x".repeat(70_000)}`;
  const { artifact_id: file } = await call(bot, "recordEvent", {
    ...event,
    kind: "tool_result",
    actor_type: "tool",
    content: { excerpt_text: text, output },
  });
  const { memory_id: decision } = await call(ann, "createDecision", {
    decision: `${text}, we decided`,
    ...about,
  });
  const { memory_id: task } = await call(ann, "createTask", { title: `${text}, to do`, ...about });
  const { memory_id: rule } = await call(ann, "createRule", {
    content: `${text}, always`,
    project_id: project,
  });
  const learn = async (content: string) =>
    (await call(ann, "learnFact", { content: `${text}, ${content}`, visibility: "tenant", subject })).id;
  const facts = {
    fact: await learn("it is known"),
    factToSupersede: await learn("it was known"),
    factToDeactivate: await learn("it was thought"),
  };
  const start = async () => (await call(ann, "startEpisode", { summary: text, visibility: "tenant" })).id;
  const experience = {
    episode: await start(),
    episodeToEnd: await start(),
    procedure: (await call(ann, "storeProcedure", { name: text, visibility: "tenant" })).id,
  };
  const documents = await fillDocuments(memory, ann, name, text);
  const edit = (who: Principal, importance = 0.5) =>
    call(who, "applyEdit", {
      target_type: "chunk",
      target_id: chunk,
      op: "attenuate",
      patch: { importance },
      reason: text,
    });
  const approvedEdit = (await edit(ann)).edit_id;
  const edits: string[] = [];
  for (let n = 0; n < 3; n++) edits.push((await edit(bot, n / 10)).edit_id);
  const bundle = {
    ...about,
    audience_agent_ids: [bot.id],
    items: { chunks: [chunk] },
    risks: [text],
    forward: true,
  };
  const { capsule_id: capsule } = await call(boss, "createCapsule", bundle);
  const { capsule_id: capsuleToRevoke } = await call(bot, "createCapsule", bundle);
  const { acb } = await call(boss, "buildAcb", { session_id: session, channel: "private", query: text });
  const { key_id: key } = await call(boss, "createKey", { principal: `holder-${name}` });
  const plan = `plan-${name}`;
  await call(bot, "setPlanState", { plan_id: plan, key: "count", value: 5 });
  const [taskContext, subtask, correlation] = [`task-${name}`, `subtask-${name}`, `correlation-${name}`];
  await call(bot, "createPlan", {
    plan_id: plan,
    goal_event: text,
    correlation_ids: [correlation],
    session_id: session,
  });
  await call(bot, "storeTaskContext", { task_id: taskContext, event_type: text, sub_tasks: [subtask] });
  await call(boss, "createSession", { session_id: session, agent_id: bot.id });
  await call(boss, "openWorkingMemory", { session_id: session });
  const pattern = { trigger_pattern: text, reason: text, ...about, visibility: "tenant" };
  const { id: censor } = await call(ann, "addCensor", pattern);
  await call(ann, "checkCensors", { text });
  const inMind = { session_id: session, type: "decision", ref_id: decision, relevance: 1 };
  await call(boss, "loadWorkingItem", inMind);
  const { open_threads } = await call(boss, "addWorkingThread", { session_id: session, description: text });
  const enqueue = (kind: string) =>
    memory.services.db.transaction(boss, (tx) => enqueueJob(tx, boss, { kind, payload: { text } }));
  const [job, stoppedJob] = [await enqueue("waiting"), await enqueue("stopped")];
  await call(boss, "stopJob", { job_id: stoppedJob });
  const { entries } = await call(boss, "listAudit", { operation: "createKey", limit: 1 });
  return {
    tenantId,
    admin: boss,
    ann,
    bot,
    text,
    chunk: chunk!,
    decision,
    task,
    ...facts,
    ...experience,
    rule,
    artifact: file!,
    ...documents,
    pendingEdit: edits[0]!,
    approvedEdit,
    edits,
    capsule,
    capsuleToRevoke,
    acb: acb.acb_id,
    key,
    job,
    stoppedJob,
    audit: entries[0]!.audit_id,
    request: entries[0]!.request_id,
    session,
    subject,
    project,
    plan,
    taskContext,
    subtask,
    correlation,
    thread: open_threads[0]!.thread_id,
    censor,
    ...(await fillPce(call, { boss, bot, name, text })),
    stored: await storeFor(memory, ann, session, text),
  };
}
