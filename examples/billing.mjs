// A support agent answers "Why did my billing fail?" with its four memories: skills, knowledge, working state, history.
//   PALIMPSEST_URL=http://127.0.0.1:7077 node examples/billing.mjs
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { PalimpsestClient, WorkflowState } from "@palimpsest/client";

const url = process.env.PALIMPSEST_URL ?? "http://127.0.0.1:7077";
const tenantId = `example-${randomUUID()}`;
const agent = new PalimpsestClient({ url, tenantId, agentId: "support" });
const question = "Why did my billing fail?";

// Learned earlier: a skill of this agent, a fact for everybody, and what this plan is about.
await agent.storeSkill({
  procedure_type: "system_prompt",
  trigger_condition: "User asks about billing",
  content: "When discussing billing, check Stripe status first.",
});
await agent.storeKnowledge({ content: "Error 402 means insufficient funds.", public: true });
const state = new WorkflowState(agent, "ticket-7");
await state.set("account_id", "acc_123");
await state.set("stripe_error", "Error 402");

// 1. Skills: what to do when this is asked. It goes into the system prompt.
const [skill] = (await agent.getRelevantSkills({ q: question })).results;
assert.equal(skill.procedure_type, "system_prompt");
console.log("skill:", skill.content);

// 2. Working state: which account this is about, and what Stripe said.
const account = await state.get("account_id");
const error = await state.get("stripe_error");
console.log("state:", account, error);

// 3. Knowledge: what that means.
const [fact] = (await agent.queryKnowledge({ q: error })).results;
console.log("fact:", fact.content);

// 4. Answer, and log both turns in Ada's history.
const said = { user_id: "ada", session_id: "ticket-7" };
await agent.logInteraction({ ...said, role: "user", content: question });
await agent.logInteraction({
  ...said,
  role: "assistant",
  content: `The charge of ${account} failed: ${fact.content}`,
});
await state.recordAction("billing.answered");

// The next day the agent knows what was said to Ada, and nobody else's history is among it.
const { results } = await agent.searchInteractions({ q: "billing charge failed", user_id: "ada" });
assert.equal(results.length, 2);
assert.equal((await agent.getRecentHistory({ user_id: "ben" })).interactions.length, 0);
assert.deepEqual(await state.actionHistory(), ["billing.answered"]);

// All of it in one call: skills, state and facts, ready to paste into a prompt.
const { prompt } = await agent.context({ query: `${question} ${error}`, plan_id: "ticket-7" });
for (const part of [skill.content, fact.content, account]) assert.ok(prompt.includes(part), part);
console.log("one context has all three");
