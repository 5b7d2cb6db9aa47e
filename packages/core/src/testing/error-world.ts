import { contract } from "@palimpsest/contract";
import { wholePolicy } from "../policy/testing/whole-policy.js";
import { admin, agent, human, type TestMemory } from "./test-memory.js";

const [ann, rev, bot] = [human("ann"), human("rev"), agent("bot")];
export const unseen = "\u200b";
export const gone = "The vault's code is 4711.";
export const reason = "because";

/** What there has to be for errors that need something to go wrong with. */
export async function openErrorWorld(memory: TestMemory) {
  const write = async (text: string) => (await memory.call(ann, "remember", { text })).memory_id;
  const propose = async (text: string, amended = `${text} indeed`) => {
    const memory_id = await write(text);
    return (await memory.call(bot, "correct", { memory_id, text: amended, reason })).edit_id;
  };
  const note = await write("a note");
  const [approved, rejected] = [await propose("an approved one"), await propose("a rejected one")];
  await memory.call(rev, "approveEdit", { edit_id: approved });
  await memory.call(rev, "rejectEdit", { edit_id: rejected });
  // Proposed while the text was still allowed.
  const forbiddenSince = await propose("a late one", gone);
  await memory.call(bot, "context", { query: "a late one" });
  const { memory_id: retracted } = await memory.call(ann, "remember", { text: gone });
  await memory.call(ann, "forget", { memory_id: retracted, reason });
  const decide = (decision: string) => memory.call(ann, "createDecision", { decision });
  const { memory_id: current } = await decide("we stay");
  const { memory_id: superseded } = await decide("we go");
  await memory.call(ann, "supersedeDecision", { memory_id: superseded, decision: "we run" });
  const learn = async (content: string) =>
    (await memory.call(ann, "learnFact", { content, visibility: "tenant" })).id;
  const [fact, over, circular] = [await learn("it holds"), await learn("it held"), await learn("it turns")];
  await memory.call(ann, "deactivateFact", { fact_id: over });
  const start = async (summary: string) =>
    (await memory.call(ann, "startEpisode", { summary, visibility: "tenant" })).id;
  const [episode, ended] = [await start("it goes on"), await start("it ended")];
  await memory.call(ann, "endEpisode", { episode_id: ended, outcome: "success" });
  const { id: retired } = await memory.call(ann, "storeProcedure", { name: "a way", visibility: "tenant" });
  await memory.call(ann, "retireProcedure", { procedure_id: retired });
  // A circle that nobody can make but by hand.
  await memory.database.ownerQuery(
    `insert into palimpsest.memory_link (tenant_id, from_id, to_id, type) values ($1, $2, $2, 'supersedes')`,
    [ann.tenantId, circular],
  );
  await memory.call(admin(), "storeKnowledge", { content: "it pours", external_id: "weather", public: true });
  const { job_id: waitingJob } = await memory.call(admin(), "switchEmbeddings", {});
  await memory.database.ownerQuery(
    `insert into palimpsest.job (tenant_id, job_id, kind, status) values ($1, 'job_done', 'sweep', 'DONE')`,
    [admin().tenantId],
  );
  await memory.call(bot, "setPlanState", { plan_id: "launch", key: "text", value: "five" });
  await memory.call(bot, "createPlan", { plan_id: "launch", goal_event: "e", status: "completed" });
  await memory.call(admin(), "createSession", { session_id: "s" });
  await memory.call(admin(), "openWorkingMemory", { session_id: "full" });
  await memory.database.ownerQuery(
    `insert into palimpsest.working_thread (tenant_id, principal_id, session_id, thread_id, description, priority)
     select $1, $2, 'full', 'thr_' || n, 'open', 'low' from generate_series(1, 200) n`,
    [admin().tenantId, admin().id],
  );
  const { id: censor } = await memory.call(admin(), "addCensor", { trigger_pattern: "not once", reason });
  const at = "2026-01-01T00:00:00Z";
  await memory.call(ann, "upsertClaim", { text: "It is claimed", provenance: { at } });
  await memory.call(ann, "upsertClaim", { text: "That is claimed too", provenance: { at } });
  const { data: active } = await memory.call(admin(), "activateClaims", { q: "claimed", top_k: 1 });
  await memory.database.ownerQuery(
    `update palimpsest.active_context set expires_at = now() where active_context_id = $1`,
    [active.active_context_id],
  );
  const stop = async (payload: string) => {
    const { data } = await memory.call(bot, "validateBoundary", { payload, allow: ["answer:task"] });
    return data.reason.split(" ").at(-1)!;
  };
  const approvedEscalation = await stop("to a@example.org");
  const rejectedEscalation = await stop("to b@example.org");
  await memory.call(rev, "approveEscalation", { escalation_id: approvedEscalation, reason });
  await memory.call(rev, "rejectEscalation", { escalation_id: rejectedEscalation, reason });
  const request = async (subject_id: string) => {
    const about = { subject_type: "user", subject_id };
    await memory.call(ann, "remember", { text: `of ${subject_id}`, ...about });
    return (await memory.call(admin(), "requestErasure", { ...about, reason })).erasure_id;
  };
  await request("open");
  const [approvedErasure, cancelledErasure] = [await request("approved"), await request("cancelled")];
  await memory.call(rev, "approveErasure", { erasure_id: approvedErasure });
  await memory.call(admin(), "cancelErasure", { erasure_id: cancelledErasure });
  const ingest = async (content: string, more: object = {}) => {
    const document = { artifact_type: "note", source_system: "s", content, ...more } as const;
    return (await memory.call(admin(), "ingestArtifact", document)).artifact_uid;
  };
  const [document, unresolved] = [
    await ingest("kept for ever", { source_id: "kept", visibility_scope: "org" }),
    await ingest("kept for now", { retention_policy: "until_resolved" }),
  ];
  const turn = { conversation_id: "c", role: "user", content: "a turn", turn_index: 0 } as const;
  await memory.call(admin(), "historyAppend", turn);
  const risk = "The pier is rotten.";
  const { capsule_id: risky } = await memory.call(ann, "createCapsule", {
    ...capsule(note, risk),
    ...{ forward: true, audience_agent_ids: [admin().id] },
  } as never);
  await memory.call(ann, "forget", { memory_id: await write(risk), reason });
  return {
    ...{ note, retracted, approved, rejected, forbiddenSince, current, superseded, waitingJob, risky },
    ...{ fact, over, circular, censor, episode, ended, retired, document, unresolved, turn },
    ...{ expired: active.active_context_id, expiredCursor: active.next_cursor },
    ...{ approvedEscalation, rejectedEscalation, approvedErasure, cancelledErasure },
  };
}

export const capsule = (note: string, risk: string) => ({
  ...contract.createCapsule.example.input,
  ...{ items: { chunks: [note] }, risks: [risk] },
});

const yaml = wholePolicy("version: 1");

/** Inputs that raise the errors of policies and erasures. */
export const adminRaises = {
  applyPolicy: {
    CONFLICT: () => ({ yaml, expected_version: "0.9" }),
    INVALID_POLICY: () => ({ yaml: "version: one" }),
    UNAUTHORIZED: () => ({ yaml, signature: "c2lnbmVk" }),
  },
  previewErasure: { NOT_FOUND: () => nobody },
  requestErasure: {
    CONFLICT: () => ({ ...nobody, subject_id: "open", reason }),
    NOT_FOUND: () => ({ ...nobody, reason }),
  },
  approveErasure: {
    CONFLICT: ({ cancelledErasure }: { cancelledErasure: string }) => ({ erasure_id: cancelledErasure }),
  },
  cancelErasure: {
    CONFLICT: ({ approvedErasure }: { approvedErasure: string }) => ({ erasure_id: approvedErasure }),
  },
};

const nobody = { subject_type: "user", subject_id: "nobody" };
