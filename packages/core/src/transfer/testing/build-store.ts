import { message } from "../../testing/samples.js";
import { admin, agent, human, type TestMemory } from "../../testing/test-memory.js";
import { buildWork } from "./build-work.js";

/** A store with every kind of memory, every kind of edit, and all that stands beside memories. */
export async function buildStore(memory: TestMemory): Promise<void> {
  const [ann, rev, bot, diary] = [human("ann"), human("rev"), agent("bot"), agent("diary")];
  const note = async (text: string, given: object = {}, who = ann) =>
    (await memory.call(who, "remember", { text, ...given })).memory_id;
  const edit = async (target_id: string, op: string, patch?: object, who = ann) =>
    (await memory.call(who, "applyEdit", {
      target_type: "memory",
      target_id,
      op: op as "amend",
      reason: `for ${op}`,
      ...(patch && { patch }),
    } as never)) as { edit_id: string };

  for (const [n, text] of ["Where do we meet?", "In the library.", "At ten, as always."].entries()) {
    await memory.call(bot, "recordEvent", {
      ...message(text, {
        session_id: "talk",
        actor_type: n === 1 ? "agent" : "human",
        actor_id: n === 1 ? "bot" : "maria",
      }),
      occurred_at: `2026-05-04T09:0${n}:00Z`,
    });
  }
  await memory.call(
    bot,
    "recordEvent",
    message("", {
      session_id: "talk",
      kind: "tool_call",
      actor_type: "tool",
      content: { text: undefined, tool: "ls" },
    }),
  );
  await memory.call(
    ann,
    "recordEvent",
    message("", {
      session_id: "build",
      kind: "tool_result",
      actor_type: "tool",
      content: {
        text: undefined,
        excerpt_text: "The build passed",
        output: "line\n".repeat(20_000),
        tool: "make",
      },
    }),
  );
  await memory.call(
    ann,
    "recordEvent",
    message("The secret of the house", { session_id: "talk", sensitivity: "secret" }),
  );

  const heron = await note("The heron before it was amended", {
    tags: ["bird"],
    subject_type: "user",
    subject_id: "ada",
  });
  await edit(heron, "amend", { text: "The heron was amended once" });
  await edit(heron, "amend", { text: "The heron was amended twice", importance: 0.4 });
  await edit(await note("This is retracted"), "retract");
  const both = await note("This was amended and then retracted, before");
  await edit(both, "amend", { text: "This was amended and then retracted" });
  await edit(both, "retract");
  await edit(await note("This is quarantined"), "quarantine");
  await edit(await note("The grebe is blocked in public", { channel: "public" }), "block", {
    channel: "public",
  });
  await edit(await note("The dipper matters less"), "attenuate", { importance: 0.1 });
  const back = await note("The curlew came back");
  const gone = await edit(back, "retract");
  await edit(back, "restore", { edit_id: gone.edit_id });
  await memory.call(bot, "correct", { memory_id: heron, text: "The heron is pending", reason: "I saw it" });
  const rejected = await memory.call(bot, "correct", {
    memory_id: back,
    text: "The curlew is rejected",
    reason: "I saw it",
  });
  await memory.call(rev, "rejectEdit", { edit_id: rejected.edit_id, note: "no" });
  await note("The lighthouse keeper hides the spare key", { visibility: "private" }, diary as never);
  const derived = await note("Birds come and go", { derived_from: [heron, back] });

  const decision = await memory.call(ann, "createDecision", {
    decision: "Ship weekly",
    rationale: ["calm"],
    project_id: "apollo",
  });
  await memory.call(ann, "supersedeDecision", { memory_id: decision.memory_id, decision: "Ship daily" });
  const task = await memory.call(ann, "createTask", {
    title: "Count the herons",
    details: "All of them",
    project_id: "apollo",
  });
  await memory.call(ann, "setMemoryStatus", { memory_id: task.memory_id, status: "doing" });
  await memory.call(admin(), "createRule", {
    content: "Answer in French",
    scope: "project",
    project_id: "apollo",
  });
  const items = { chunks: [heron, derived] };
  const about = { subject_type: "user", subject_id: "ada", scope: "user" as const };
  const capsule = await memory.call(ann, "createCapsule", {
    ...about,
    audience_agent_ids: ["bot"],
    items,
    forward: true,
  });
  await memory.call(bot, "forwardCapsule", {
    capsule_id: capsule.capsule_id,
    audience_agent_ids: ["zoe"],
  } as never);
  await memory.call(bot, "getCapsule", { capsule_id: capsule.capsule_id });
  const closed = await memory.call(ann, "createCapsule", { ...about, audience_agent_ids: ["bot"], items });
  await memory.call(ann, "revokeCapsule", { capsule_id: closed.capsule_id });
  await memory.call(bot, "context", { query: "Where is the heron?", session_id: "talk" });
  await buildWork(memory);
}
