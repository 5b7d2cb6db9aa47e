import { expect, test } from "vitest";
import { summarise } from "./report.mjs";

const readings = [60, 120, 180].map((at) => ({ from: at - 60, at, memory: 500, descriptors: 300, log: 32 }));
const answers = Array.from({ length: 180 }, (_, at) => ({ at, ms: at >= 70 && at < 80 ? 4_000 : 20 }));
const run = {
  ...{ answers, readings, lost: 0, acknowledged: 54, reportSeconds: 60, targets: { p99: 150, log: 128 } },
  errors: [
    { at: 71, ms: 2, cause: "recall ECONNREFUSED" },
    // It had begun when the process was killed.
    { at: 69.9, ms: 200, cause: "remember UND_ERR_SOCKET" },
  ],
  faults: [{ name: "kill", from: 70, to: 84 }],
};

test("leaves out of its figures what came in the time of a fault, and names the minutes with one", () => {
  const { lines, missed } = summarise(run);
  expect(missed).toBe(0);
  expect(lines).toEqual([
    "fault: kill, from 70 to 84 s",
    "minutes with a fault: 2; outside of faults p50 20 p95 20 p99 20 ms",
    "p99 outside of faults 20 ms (target: at most 150): met",
    "errors outside of faults 0 of 180: none (target: none): met",
    "memory 500 to 500 MB (target: flat): met",
    "descriptors 300 to 300 (target: flat): met",
    "write-ahead log at most 32 MB (target: at most 128): met",
    "lost 0 of 54 acknowledged writes (target: none): met",
  ]);
});

test("says which targets were missed", () => {
  const growing = readings.map((reading, n) => ({ ...reading, memory: 500 + n * 200, log: 200 }));
  const { lines, missed } = summarise({ ...run, readings: growing, faults: [], lost: 1 });
  expect(missed).toBe(5);
  expect(lines.filter((line) => line.endsWith(": met"))).toEqual([
    "descriptors 300 to 300 (target: flat): met",
  ]);
});

test("gives a figure without a target as it is", () => {
  const { lines } = summarise({ ...run, targets: {} });
  expect(lines).toContain("p99 outside of faults 20 ms");
});
