import { PalimpsestError } from "@palimpsest/contract";
import { expect, test } from "vitest";
import { z } from "zod";
import { createLog } from "./log.js";

function logged(write: (log: ReturnType<typeof createLog>) => void): string {
  const lines: string[] = [];
  write(createLog("info", { write: (line) => void lines.push(line) }));
  return lines.join("");
}

const secret = "my mother's maiden name is Lovelace";

test("of a stranger's error the log keeps name, code and place, not what it says", () => {
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

test("our own errors are logged with their message", () => {
  const line = logged((log) =>
    log.error({ err: new PalimpsestError("UNAVAILABLE", "The database is not reachable.") }),
  );
  expect(line).toContain("The database is not reachable.");
});

test("a broken answer shows which field broke, not the keys of a user's record", () => {
  const schema = z.object({ count: z.number(), parts: z.record(z.string(), z.number()) });
  const { error } = schema.safeParse({ count: "x", parts: { [secret]: "y" } });
  const line = logged((log) => log.error({ err: error }));
  expect(line).toContain("count: invalid_type");
  expect(line).toContain("parts.?: invalid_type");
  expect(line).not.toContain("Lovelace");
});

test("an ordinary line is JSON with a level, a time and what was given", () => {
  const line = JSON.parse(logged((log) => log.info({ operation: "recall", status: 200 }, "request")));
  expect(line).toMatchObject({ level: "info", operation: "recall", status: 200, msg: "request" });
  expect(Date.parse(line.time)).not.toBeNaN();
});
