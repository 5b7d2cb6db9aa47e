import type { OperationName, OutputOf, PalimpsestContract } from "@palimpsest/contract";
import type { Principal } from "../../../identity/index.js";
import { enqueueJob } from "../../../jobs/index.js";
import { admin, agent, human, type TestMemory } from "../../../testing/test-memory.js";

/** One id of each kind in a tenant, everything visible to its admin; `text` stands in all that was written. */
export interface TenantWorld {
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
  source: string;
  document: string;
  revision: string;
  documentToResolve: string;
  documentToDelete: string;
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
}

/** Fills a tenant through the front surface, as people and agents would. `name` tells its names from another tenant's. */
export async function fillTenant(memory: TestMemory, tenantId: string, name: string): Promise<TenantWorld> {
  const [boss, ann, bot] = [admin(tenantId), human(`ann-${name}`, tenantId), agent(`bot-${name}`, tenantId)];
  const call = <N extends OperationName>(who: Principal, operation: N, input: object) =>
    memory.call(who, operation, input as never) as Promise<OutputOf<PalimpsestContract[N]>>;
  const text = `The ${name} heron sleeps on one leg`;
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
  await call(bot, "recordEvent", {
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
  const ingest = (of: string, more: object = {}) =>
    call(ann, "ingestArtifact", {
      ...{ artifact_type: "note", source_system: "s", source_id: `${of}-${name}`, visibility_scope: "org" },
      ...{ content: `${text}, ${of}`, ...more },
    });
  const kept = await ingest("kept");
  const documents = {
    source: `kept-${name}`,
    document: kept.artifact_id,
    revision: kept.revision_id,
    documentToResolve: (await ingest("open", { retention_policy: "until_resolved" })).artifact_id,
    documentToDelete: (await ingest("shed")).artifact_id,
  };
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
  await call(boss, "loadWorkingItem", {
    session_id: session,
    type: "decision",
    ref_id: decision,
    relevance: 1,
  });
  const { open_threads } = await call(boss, "addWorkingThread", { session_id: session, description: text });
  const enqueue = (kind: string) =>
    memory.services.db.transaction(boss, (tx) => enqueueJob(tx, boss, { kind, payload: { text } }));
  const [job, stoppedJob] = [await enqueue("waiting"), await enqueue("stopped")];
  await call(boss, "stopJob", { job_id: stoppedJob });
  const { entries } = await call(boss, "listAudit", { operation: "createKey", limit: 1 });
  const [file] = await memory.database.ownerQuery<{ artifact_id: string }>(
    `select artifact_id from palimpsest.artifact where tenant_id = $1 and kind = 'tool_output'`,
    [tenantId],
  );
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
    artifact: file!.artifact_id,
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
  };
}

/** The same tenant with things in it that are private to one agent; what cannot be private is as it was. */
export async function hideInTenant(
  memory: TestMemory,
  world: TenantWorld,
  text: string,
): Promise<TenantWorld> {
  const yak = agent("yak", world.tenantId);
  const place = { subject_type: "user", subject_id: world.subject, project_id: world.project };
  const keep = async (kind: "note" | "decision" | "task") => {
    const input = { text: `${text} ${kind}`, kind, visibility: "private" as const, ...place };
    return (await memory.call(yak, "remember", input)).memory_id;
  };
  const [chunk, decision, task] = [await keep("note"), await keep("decision"), await keep("task")];
  const { id: fact } = await memory.call(yak, "learnFact", { content: `${text} fact` });
  const edit = async () =>
    (
      await memory.call(yak, "applyEdit", {
        target_type: "chunk",
        target_id: chunk,
        op: "attenuate",
        patch: { importance_delta: 0.01 },
        reason: text,
      })
    ).edit_id;
  const edits = [await edit(), await edit(), await edit()];
  const capsule = await memory.call(yak, "createCapsule", {
    ...place,
    scope: "user",
    audience_agent_ids: ["yak"],
    items: { chunks: [chunk] },
  });
  const held = { capsule: capsule.capsule_id, capsuleToRevoke: capsule.capsule_id };
  const facts = { fact, factToSupersede: fact, factToDeactivate: fact };
  const { id: episode } = await memory.call(yak, "startEpisode", { summary: text });
  const { id: procedure } = await memory.call(yak, "storeProcedure", { name: text });
  const experience = { episode, episodeToEnd: episode, procedure };
  const { artifact_id: document } = await memory.call(yak, "ingestArtifact", {
    ...{ artifact_type: "note", source_system: "s", content: text, retention_policy: "until_resolved" },
  });
  return {
    ...world,
    ...{ document, documentToResolve: document, documentToDelete: document, chunk, decision, task },
    ...facts,
    ...experience,
    edits,
    pendingEdit: edits[0]!,
    approvedEdit: edits[1]!,
    ...held,
  };
}
