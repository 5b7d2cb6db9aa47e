import { expect, test } from "vitest";
import { defaultPolicy } from "../../policy/index.js";
import type { Incoming } from "./incoming.js";
import { maskRecord } from "./mask-record.js";

const key = `ghp_${"aB3dE5gH7jK9mN1pQ2sT4vW6xY8zA0cD2eF4"}`;
const free = { note: key, password: "hunter2", count: 3 };

test.each([
  { type: "plan", plan_id: "p", goal_event: "launched", goal_data: free, state: free },
  { type: "plan_state", plan_id: "p", key: "k", value: [free] },
  { type: "plan_state", plan_id: "p", key: "password", value: "hunter2" },
  { type: "task_context", task_id: "t", event_type: "asked", data: free, state: free },
  { type: "session", session_id: "s", name: `with ${key}`, metadata: free },
])("masks what a record of work says: %j", (record) => {
  const { record: kept } = maskRecord(defaultPolicy, { type: record.type, record } as unknown as Incoming);
  expect(JSON.stringify(kept)).toContain("[SECRET_REDACTED]");
  expect(JSON.stringify(kept)).not.toMatch(/ghp_|hunter2/);
  expect(Object.keys(kept)).toEqual(Object.keys(record));
});
