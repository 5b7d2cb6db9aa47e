import { notFound, PalimpsestError } from "@palimpsest/contract";
import { expect, it } from "vitest";
import { reportError } from "./report-error.js";

function report(error: unknown, json = false) {
  let text = "";
  const code = reportError(error, json, (more) => {
    text += more;
  });
  return { text, code };
}

it("says what went wrong and what to do, without a stack", () => {
  const { text, code } = report(new PalimpsestError("UNAUTHENTICATED", "Send a key."));
  expect(text).toBe(
    "error: Send a key. (UNAUTHENTICATED)\n  Pass --key or set PALIMPSEST_API_KEY. To create a key, run `palimpsest key create` on the server's machine with the server's --data-dir or DATABASE_URL.\n",
  );
  expect(code).toBe(1);
});

it("lists the details that the message does not hold", () => {
  const details = [
    { path: "limit", message: "too big" },
    { path: "query", message: "missing" },
  ];
  const { text } = report(new PalimpsestError("VALIDATION_ERROR", "limit: too big", { details }));
  expect(text).toBe("error: limit: too big (VALIDATION_ERROR)\n  query: missing\n");
});

it("breaks lines between words on a terminal", () => {
  let text = "";
  const write = (more: string) => {
    text += more;
  };
  reportError(new PalimpsestError("UNAVAILABLE", "Cannot reach http://127.0.0.1:9."), false, write, 40);
  expect(text).toBe(
    "error: Cannot reach http://127.0.0.1:9.\n(UNAVAILABLE)\n  Run `palimpsest doctor` to find the\n  problem.\n",
  );
});

it("repeats nothing", () => {
  const details = [{ path: "patch", message: "amend needs text, importance or both" }];
  const message = "patch: amend needs text, importance or both.";
  expect(report(new PalimpsestError("VALIDATION_ERROR", message, { details })).text).toBe(
    `error: ${message} (VALIDATION_ERROR)\n`,
  );
  const missing = [
    { path: "scope", message: "scope is required" },
    { path: "reason", message: "reason is required" },
  ];
  expect(
    report(new PalimpsestError("VALIDATION_ERROR", "scope is required", { details: missing })).text,
  ).toBe("error: scope is required (VALIDATION_ERROR)\n  reason is required\n");
});

it("mentions ids only if one was not found", () => {
  const route = new PalimpsestError("NOT_FOUND", "No such route; GET /openapi.json lists them all.");
  expect(report(route).text).not.toContain("--tenant");
  expect(report(notFound("memory")).text).toContain("Check the id, and --tenant");
});

it("shows no stack for an unknown error", () => {
  expect(report(new TypeError("boom")).text).toBe("error: boom (UNEXPECTED)\n");
});

it("prints JSON with --json", () => {
  const { text } = report(new PalimpsestError("NOT_FOUND", "No such edit."), true);
  expect(JSON.parse(text)).toEqual({ error: { code: "NOT_FOUND", message: "No such edit.", details: [] } });
});
