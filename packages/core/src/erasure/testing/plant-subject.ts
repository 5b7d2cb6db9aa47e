import { admin, agent, human, type TestMemory } from "../../testing/test-memory.js";

const [boss, ann, bot] = [admin(), human("ann"), agent("bot")];

/** Puts something about a subject wherever something can be put. `words` stand in nothing else. */
export async function plantSubject(memory: TestMemory, subject: string) {
  const about = { subject_type: "user", subject_id: subject };
  const text = "She eats zanzibar marmalade at midnight";
  const amended = "She eats zanzibar marmalade and gherkinello at midnight";
  const write = async (words: string, place: object = about) =>
    (await memory.call(ann, "remember", { text: words, ...place })).memory_id;
  const chunk = await write(text);
  await memory.call(ann, "correct", { memory_id: chunk, text: amended, reason: "zanzibar marmalade it is" });
  await memory.call(bot, "correct", {
    memory_id: chunk,
    text: "No zanzibar marmalade",
    reason: "she said so",
  });
  await memory.call(
    ann,
    "recordEvent",
    {
      ...{ session_id: "quiet-room", channel: "private", actor_type: "human", actor_id: "ann" },
      ...{ kind: "message", content: { text: "gherkinello for breakfast, she says", ...about } },
    } as never,
    { idempotencyKey: "once" },
  );
  // Made from what is erased, and about nobody.
  await memory.call(ann, "remember", {
    text: "zanzibar marmalade, in short",
    derived_from: [chunk],
  } as never);
  await memory.call(ann, "learnFact", {
    ...{ content: "Her safe word is gherkinello", subject, category: "person", visibility: "tenant" },
  });
  await memory.call(bot, "logInteraction", {
    ...{ agent_id: "bot", role: "user", content: "I like zanzibar marmalade", user_id: subject },
  });
  const other = await write("Ben drinks oolong at noon", { subject_type: "user", subject_id: "ben" });
  const mention = await write(`Ben told ${subject} a joke`, { subject_type: "user", subject_id: "ben" });
  const capsule = { scope: "user" as const, audience_agent_ids: ["bot"] };
  await memory.call(boss, "createCapsule", {
    ...{ ...capsule, ...about, items: { chunks: [chunk] }, risks: ["zanzibar marmalade"] },
  });
  const { capsule_id: othersCapsule } = await memory.call(boss, "createCapsule", {
    ...{ ...capsule, subject_type: "user", subject_id: "ben", items: { chunks: [other, chunk] } },
  });
  const { acb } = await memory.call(boss, "buildAcb", {
    ...{ session_id: "s", channel: "private", query: "zanzibar marmalade", ...about },
  });
  const themselves = human(subject);
  await memory.call(themselves, "createSession", { session_id: "named", name: "zanzibar marmalade talk" });
  await memory.call(themselves, "createPlan", {
    ...{ plan_id: "breakfast", goal_event: "zanzibar marmalade", goal_data: { with: "gherkinello" } },
  });
  await memory.call(themselves, "setPlanState", { plan_id: "breakfast", key: "jar", value: "gherkinello" });
  await memory.call(bot, "storeTaskContext", {
    ...{ task_id: "t", event_type: "e", data: { user_id: subject, says: "zanzibar marmalade" } },
  });
  await memory.call(themselves, "openWorkingMemory", { session_id: "named" });
  await memory.call(themselves, "focusWorkingMemory", { session_id: "named", task: "zanzibar marmalade" });
  await memory.call(bot, "openWorkingMemory", { session_id: "s" });
  // Kept for a rollback of who wrote over it, and for the undo of a rollback.
  const menu = { plan_id: "lunch", key: "menu" };
  await memory.call(bot, "setPlanState", {
    ...menu,
    value: { user_id: subject, eats: "zanzibar marmalade" },
  });
  await memory.call(ann, "setPlanState", { ...menu, value: "soup" });
  const taken = agent("taken");
  await memory.call(taken, "storeTaskContext", {
    ...{ task_id: "lunch", event_type: "e", data: { user_id: subject, says: "gherkinello" } },
  });
  await memory.call(boss, "bulkEdit", { writer: "agent:taken", op: "retract", reason: "poisoned" });
  await memory.database.ownerQuery(
    `insert into palimpsest.job (tenant_id, job_id, kind, payload)
     values ($1, 'job_text', 'rebuild', jsonb_build_object('memory_id', $2::text, 'text', 'zanzibar marmalade'))`,
    [boss.tenantId, chunk],
  );
  return { chunk, mention, othersCapsule, acb: acb.acb_id, words: ["zanzibar marmalade", "gherkinello"] };
}

/** The tables in which one of these words stands, whatever the column. */
export async function residueOf({ database }: TestMemory, words: string[]): Promise<string[]> {
  const tables = await database.ownerQuery<{ name: string }>(
    `select c.relname::text as name from pg_class c
     where c.relnamespace = 'palimpsest'::regnamespace and c.relkind = 'r' and c.relname <> 'schema_migration'
     order by 1`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const [row] = await database.ownerQuery<{ n: number }>(
      `select count(*)::integer as n from palimpsest.${name} t
       where exists (select 1 from unnest($1::text[]) w(word) where strpos(t::text, w.word) > 0)`,
      [words],
    );
    if (row!.n > 0) found.push(name);
  }
  return found;
}
