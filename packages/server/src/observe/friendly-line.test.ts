import { expect, test } from "vitest";
import { friendlyLine } from "./friendly-line.js";

const at = { time: "2026-03-01T09:30:00.123Z" };
const shown = (line: object) => friendlyLine(JSON.stringify({ ...at, ...line }), false);

test("shows a request in one short line", () => {
  const request = {
    operation: "recall",
    method: "POST",
    status: 200,
    ms: 5.1,
    requestId: "req_1",
    traceId: "t",
  };
  expect(shown({ level: "info", ...request, msg: "request" })).toBe("09:30:00 POST recall 200 in 5.1 ms\n");
});

test("shows other lines with their facts, and errors with their name and message", () => {
  expect(shown({ level: "info", url: "http://h", msg: "serving" })).toBe("09:30:00 serving url=http://h\n");
  const err = { name: "PalimpsestError", message: "no", at: ["frame"] };
  expect(shown({ level: "warn", err, msg: "failed" })).toBe("09:30:00 warn: failed (PalimpsestError no)\n");
});
