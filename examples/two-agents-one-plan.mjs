// Two agents work on one plan at the same time. Neither loses what the other writes.
//   PALIMPSEST_URL=http://127.0.0.1:7077 node examples/two-agents-one-plan.mjs
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { PalimpsestClient, PalimpsestClientError, WorkflowState } from "@palimpsest/client";

const url = process.env.PALIMPSEST_URL ?? "http://127.0.0.1:7077";
const tenantId = `example-${randomUUID()}`;
const as = (agentId) => new PalimpsestClient({ url, tenantId, agentId });
const [researcher, writer] = ["researcher", "writer"].map(as);

// The researcher begins a plan; messages with the id msg-1 belong to it.
await researcher.createPlan({
  plan_id: "launch",
  goal_event: "product.launched",
  goal_data: { product: "kettle" },
  correlation_ids: ["msg-1"],
});
const plan = await writer.getPlanByCorrelation({ correlation_id: "msg-1" });
console.log("the writer found the plan", plan.plan_id, "of", plan.user_id);

// Both work at once: each finds twenty things, counts them and lists them.
const work = async (client, name) => {
  const state = new WorkflowState(client, "launch");
  await state.recordAction(`${name}.started`);
  await Promise.all(
    Array.from({ length: 20 }, async (_, n) => {
      await state.increment("found");
      await state.append("sources", `${name} ${n}`);
    }),
  );
  await state.updateDict("summary", { [name]: "done" });
};
await Promise.all([work(researcher, "researcher"), work(writer, "writer")]);

const state = new WorkflowState(writer, "launch");
const sources = await state.get("sources");
assert.equal(await state.get("found"), 40);
assert.equal(new Set(sources).size, 40);
assert.deepEqual(await state.get("summary"), { researcher: "done", writer: "done" });
assert.equal((await state.actionHistory()).length, 2);
console.log("found together:", sources.length);

// Who decides alone says which version was read: the slower of two is told.
const read = await writer.getPlanState({ plan_id: "launch", key: "summary" });
const decide = (client, title) =>
  client.setPlanState({ plan_id: "launch", key: "summary", value: { title }, if_version: read.version });
await decide(researcher, "A kettle for everyone");
await assert.rejects(decide(writer, "The kettle"), (error) => {
  assert.ok(error instanceof PalimpsestClientError);
  assert.equal(error.code, "CONFLICT");
  return true;
});
console.log("the second title was refused");

// When the work is done, the plan and all of its state go together.
await researcher.updatePlan({ plan_id: "launch", status: "completed" });
const gone = await researcher.deletePlan({ plan_id: "launch" });
console.log("deleted with the plan:", gone.working_deleted, "keys");
assert.equal(await state.has("found"), false);
