import { expect, it } from "vitest";
import { capsFor, detectMode, sectionNames } from "./modes.js";

it.each([
  ["task", "TASK"],
  ["implement", "TASK"],
  ["implementing the parser", "TASK"],
  ["explore", "EXPLORATION"],
  ["investigation", "EXPLORATION"],
  ["debug", "DEBUGGING"],
  ["fixing the login page", "DEBUGGING"],
  ["errors", "DEBUGGING"],
  ["explain", "LEARNING"],
  ["teach me", "LEARNING"],
])("reads the mode off the intent %j", (intent, mode) => {
  const found = detectMode(intent);
  expect(found.mode).toBe(mode);
  expect(found.confidence).toBeGreaterThanOrEqual(0.7);
});

it.each([
  [undefined, 1],
  ["", 1],
  ["chat", 0.5],
  ["fixture taskforce", 0.5],
  ["debug the task", 0.43],
])("is in the general mode for the intent %j", (intent, confidence) => {
  expect(detectMode(intent)).toEqual({ mode: "GENERAL", confidence });
});

it("keeps the caps of the table at the full budget and scales them with it, down and up", () => {
  expect(capsFor("DEBUGGING", 65_000, true)).toEqual({
    rules: 5_000,
    task_state: 4_000,
    recent_window: 12_000,
    capsules: 0,
    retrieved_evidence: 25_000,
    relevant_decisions: 3_000,
    warnings: 300,
    skills: 1_500,
  });
  expect(capsFor("TASK", 650_000, true)).toEqual({
    rules: 100_000,
    task_state: 50_000,
    recent_window: 20_000,
    capsules: 40_000,
    retrieved_evidence: 280_000,
    relevant_decisions: 40_000,
    warnings: 300,
    skills: 1_500,
  });
  expect(capsFor("GENERAL", 6_500, true).retrieved_evidence).toBe(2_800);
  expect(capsFor("GENERAL", 65_000, false).capsules).toBe(0);
  for (const mode of ["TASK", "EXPLORATION", "DEBUGGING", "LEARNING", "GENERAL"] as const) {
    for (const budget of [64, 6_500, 1_000_000]) {
      const caps = capsFor(mode, budget, true);
      expect(sectionNames.reduce((sum, name) => sum + caps[name], 0)).toBeLessThanOrEqual(budget);
    }
  }
});
