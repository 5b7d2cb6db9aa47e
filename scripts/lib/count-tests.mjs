import { existsSync, readFileSync } from "node:fs";

/**
 * Counts the tests of a vitest JSON report. A file that cannot be loaded, or a run that fails outside its tests (an
 * unhandled rejection, a crash before the report), is a failure too.
 */
export function countTests(report, exitCode) {
  if (!existsSync(report)) return { passed: 0, failed: 1 };
  const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(report, "utf8"));
  const unloaded = testResults.filter(
    (file) => file.status === "failed" && !file.assertionResults.some(({ status }) => status === "failed"),
  );
  const failed = numFailedTests + unloaded.length;
  return { passed: numPassedTests, failed: failed === 0 && exitCode !== 0 ? 1 : failed };
}
