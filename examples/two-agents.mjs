// One agent hands another what it knows about a customer. A later correction reaches both.
//   PALIMPSEST_URL=http://127.0.0.1:7077 node examples/two-agents.mjs
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { PalimpsestClient, PalimpsestClientError } from "@palimpsest/client";

const url = process.env.PALIMPSEST_URL ?? "http://127.0.0.1:7077";
const tenantId = `example-${randomUUID()}`;
const as = (agentId) => new PalimpsestClient({ url, tenantId, agentId });
const [support, billing, stranger] = ["support", "billing", "stranger"].map(as);
const person = new PalimpsestClient({ url, tenantId, userId: "ada" });
const jack = { subject_type: "user", subject_id: "jack" };

// Support learns two things and shares them for a week, with a warning. What is remembered without a channel is private:
// the channel "agent" lets other agents use it in theirs.
const learn = (text) => support.remember({ text, channel: "agent", ...jack });
const seats = await learn("Jack has two seats.");
const phone = await learn("Jack wants to be called, not written to.");
const { capsule_id } = await support.createCapsule({
  ...jack,
  scope: "user",
  audience_agent_ids: ["billing"],
  items: { chunks: [seats.memory_id, phone.memory_id] },
  risks: ["He has complained twice"],
});

// Billing finds the capsule without being told its id, and its next context includes the contents.
const { capsules } = await billing.listCapsules();
assert.deepEqual(
  capsules.map((capsule) => capsule.capsule_id),
  [capsule_id],
);
const before = await billing.buildAcb({ session_id: "call-1", channel: "agent", ...jack });
assert.match(before.acb.prompt, /Jack has two seats/);
assert.match(before.acb.prompt, /He has complained twice/);
console.log("billing received:", capsules[0].item_count, "memories");

// For everyone else the capsule does not exist.
await assert.rejects(stranger.getCapsule({ capsule_id }), (error) => {
  assert.ok(error instanceof PalimpsestClientError);
  assert.equal(error.code, "NOT_FOUND");
  return true;
});

// A person corrects a memory. A capsule holds no copies, so billing reads the correction.
await person.correct({
  memory_id: seats.memory_id,
  text: "Jack has one seat.",
  reason: "He cancelled one in April",
});
const opened = await billing.getCapsule({ capsule_id, channel: "agent" });
assert.deepEqual(
  opened.items.map((item) => item.text),
  ["Jack has one seat.", "Jack wants to be called, not written to."],
);
console.log("billing now reads:", opened.items[0].text);

// Support revokes the capsule, which closes it at once.
await support.revokeCapsule({ capsule_id });
await assert.rejects(billing.getCapsule({ capsule_id }), { code: "NOT_FOUND" });
console.log("revoked: billing reads nothing");
