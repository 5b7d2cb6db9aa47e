import { contract, type OperationName } from "@palimpsest/contract";
import { expect, it } from "vitest";
import { validationError } from "./validation-error.js";

function problems(operation: OperationName, input: unknown): string[] {
  const { error } = contract[operation].input.safeParse(input);
  if (!error) throw new Error("The input is valid.");
  const { message, details } = validationError(error, input);
  expect(message).toBe(details[0]?.message);
  return details.map((detail) => detail.message);
}

it("names missing fields and their choices", () => {
  expect(problems("forget", { memory_id: "chk_1" })).toEqual(["reason is required"]);
  expect(problems("createCapsule", {})).toEqual([
    "subject_type is required",
    "subject_id is required",
    "scope is required: one of session, user, project, policy, global",
    "audience_agent_ids is required",
    "items is required",
  ]);
});

it("says once what a field takes", () => {
  const said = (more: object) => problems("remember", { text: "x", ...more });
  expect(said({ importance: 2 })).toEqual(["importance must be at most 1"]);
  expect(said({ importance: -1 })).toEqual(["importance must be at least 0"]);
  expect(said({ importance: "high" })).toEqual(["importance must be a number"]);
  expect(said({ importance: 1e-12 })).toEqual(["importance must be 0, or no nearer to it than 1e-9"]);
  expect(said({ scope: "galaxy" })).toEqual(["scope must be one of session, user, project, policy, global"]);
  expect(said({ text: "" })).toEqual(["text must not be empty"]);
  expect(said({ text: "x".repeat(100_001) })).toEqual(["text must be at most 100,000 characters long"]);
  expect(said({ tags: "a" })).toEqual(["tags must be a list"]);
  expect(said({ tags: Array(65).fill("a") })).toEqual(["tags must be at most 64 entries long"]);
  expect(said({ tags: ["a", 5] })).toEqual(["tags.1 must be text"]);
  expect(said({ override_tombstone: "yes" })).toEqual(["override_tombstone must be true or false"]);
  expect(said({ occurred_at: "yesterday" })).toEqual([
    "occurred_at must be an ISO 8601 date and time with an offset, such as 2026-03-01T00:00:00Z",
  ]);
  expect(said({ occurred_at: "1066-10-14T00:00:00Z" })).toEqual([
    "occurred_at must be between the years 1900 and 2200",
  ]);
  expect(said({ occurred_at: "2026-03-01T09:30:00-23:59" })).toEqual([
    "occurred_at must have an offset of at most 14 hours",
  ]);
  expect(said({ subject_id: " ada" })).toEqual(["subject_id must not begin or end with a blank"]);
  expect(said({ subject_id: "x".repeat(257) })).toEqual(["subject_id must be at most 256 characters long"]);
  expect(problems("recall", { query: "x", limit: 1.5 })).toEqual(["limit must be a whole number"]);
  expect(problems("forget", { memory_id: "a b", reason: " " })).toEqual([
    "memory_id must be an id as it was returned: 1 to 128 of the characters A-Z a-z 0-9 _ . : -",
    "reason must say why, in a few words",
  ]);
});

it("names a field that does not exist, at any depth", () => {
  expect(problems("recall", { question: "Who?" })).toEqual([
    "query is required",
    "question is not a field here",
  ]);
  const edit = { target_type: "chunk", target_id: "chk_1", op: "amend", reason: "r", patch: { txt: "x" } };
  expect(problems("applyEdit", edit)).toEqual(["patch.txt is not a field here"]);
  expect(problems("status", [])).toEqual(["The input must be an object"]);
});
