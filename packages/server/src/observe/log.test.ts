import { PalimpsestError } from "@palimpsest/contract";
import { expect, test } from "vitest";
import { z } from "zod";
import { createLog } from "./log.js";
import { logJobs } from "./log-jobs.js";

function logged(write: (log: ReturnType<typeof createLog>) => void): string {
  const lines: string[] = [];
  write(createLog("info", { write: (line) => void lines.push(line) }));
  return lines.join("");
}

const secret = "my mother's maiden name is Lovelace";

test("logs the name, code and stack of a foreign error, but not its message", () => {
  const cause = Object.assign(new Error(`invalid input: "${secret}"\n    at ${secret}`), {
    code: "22P02",
    detail: `Key (text)=(${secret})`,
    table: "memory",
  });
  for (const write of [
    (log: ReturnType<typeof createLog>) => log.error({ err: new Error(secret, { cause }) }),
    (log: ReturnType<typeof createLog>) => log.error(new Error(secret, { cause })),
    (log: ReturnType<typeof createLog>) => log.error({ err: cause }, "request failed"),
  ]) {
    const line = logged(write);
    expect(line).not.toContain("Lovelace");
    expect(line).toContain('"code":"22P02"');
    expect(line).toContain('"table":"memory"');
    expect(line).toContain("log.test.ts");
  }
});

test("logs our own errors with their message", () => {
  const line = logged((log) =>
    log.error({ err: new PalimpsestError("UNAVAILABLE", "The database is not reachable.") }),
  );
  expect(line).toContain("The database is not reachable.");
});

test("logs which field of an answer is wrong, but not the keys of a user's record", () => {
  const schema = z.object({ count: z.number(), parts: z.record(z.string(), z.number()) });
  const { error } = schema.safeParse({ count: "x", parts: { [secret]: "y" } });
  const line = logged((log) => log.error({ err: error }));
  expect(line).toContain("count: invalid_type");
  expect(line).toContain("parts.?: invalid_type");
  expect(line).not.toContain("Lovelace");
});

test("logs JSON with a level, a time and the given fields", () => {
  const line = JSON.parse(logged((log) => log.info({ operation: "recall", status: 200 }, "request")));
  expect(line).toMatchObject({ level: "info", operation: "recall", status: 200, msg: "request" });
  expect(Date.parse(line.time)).not.toBeNaN();
});

test("logs when the extraction from a document is taken and how it ended, and no job of the server's own", () => {
  const job = { kind: "extract_events", id: "job_1", artifact_uid: "uid_1", revision_id: "rev_1" };
  const lines = logged((log) => {
    const { onStart, onEnd } = logJobs(log);
    for (const kind of ["extract_events", "tidy"]) {
      onStart({ ...job, kind });
      onEnd({ ...job, kind, end: "done", seconds: 0.25 });
    }
  });
  expect(
    lines
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line)),
  ).toMatchObject([
    { msg: "job taken", job },
    { msg: "job ended", job, end: "done", ms: 250 },
  ]);
});
