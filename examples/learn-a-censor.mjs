// An agent fails, learns a censor from the failure, and is stopped the next time.
//   PALIMPSEST_URL=http://127.0.0.1:7077 node examples/learn-a-censor.mjs
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { PalimpsestClient } from "@palimpsest/client";

const url = process.env.PALIMPSEST_URL ?? "http://127.0.0.1:7077";
const tenantId = `example-${randomUUID()}`;
const agent = new PalimpsestClient({ url, tenantId, agentId: "release" });

/** The agent asks before it acts. */
async function deploy(plan) {
  const { allowed, action, matches } = await agent.checkCensors({ text: plan, domain: "deployment" });
  for (const { reason } of matches) console.log(`${action}: ${reason}`);
  return allowed ? "deployed" : "stopped";
}

// Nothing warns it the first time, and it goes wrong.
assert.equal(await deploy("Deploy the parser on Friday evening."), "deployed");
const { memory_id: decision } = await agent.createDecision({
  decision: "Releases go out before noon.",
  rationale: ["The parser broke on Friday evening, and nobody was there."],
});
const censor = await agent.addCensor({
  trigger_pattern: "friday evening",
  reason: "The parser broke on a Friday evening, and nobody was there.",
  domain: "deployment",
  learned_from_decision: decision,
});
console.log("learned", JSON.stringify(censor.trigger_pattern), "from a decision");

// Twice it is warned. The third time the warning has become a block.
assert.equal(await deploy("Deploy the console on FRIDAY  evening."), "deployed");
assert.equal(await deploy("Deploy the docs on Friday evening."), "deployed");
assert.equal(await deploy("Deploy the parser again on Friday evening."), "stopped");
assert.equal(await deploy("Deploy the parser on Monday."), "deployed");

const after = await agent.getCensor({ censor_id: censor.id });
assert.equal(after.activation_count, 3);
assert.equal(after.action, "block");
const { prompt } = await agent.context({ query: "When may I deploy? On Friday evening?" });
assert.match(prompt, /## Beware/);
console.log("the next context warns of it");
