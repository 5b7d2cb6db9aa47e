import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { countTests } from "./count-tests.mjs";
import { temporaryFolder } from "./testing/temporary-folder.mjs";

function report(content) {
  const file = join(temporaryFolder("count-tests-"), "report.json");
  writeFileSync(file, JSON.stringify(content));
  return file;
}

const passedFile = { status: "passed", assertionResults: [{ status: "passed" }] };

test("counts passed and failed tests", () => {
  const failedFile = { status: "failed", assertionResults: [{ status: "failed" }, { status: "passed" }] };
  const file = report({ numPassedTests: 2, numFailedTests: 1, testResults: [passedFile, failedFile] });
  expect(countTests(file, 1)).toEqual({ passed: 2, failed: 1 });
});

test("counts a file that could not be loaded as a failure", () => {
  const unloaded = { status: "failed", assertionResults: [] };
  const file = report({ numPassedTests: 1, numFailedTests: 0, testResults: [passedFile, unloaded] });
  expect(countTests(file, 1)).toEqual({ passed: 1, failed: 1 });
});

test("counts a run that failed outside its tests as a failure", () => {
  const file = report({ numPassedTests: 1, numFailedTests: 0, testResults: [passedFile] });
  expect(countTests(file, 1)).toEqual({ passed: 1, failed: 1 });
  expect(countTests(file, 0)).toEqual({ passed: 1, failed: 0 });
});

test("counts a run without a report as a failure", () => {
  expect(countTests("/nonexistent/report.json", 0)).toEqual({ passed: 0, failed: 1 });
});
