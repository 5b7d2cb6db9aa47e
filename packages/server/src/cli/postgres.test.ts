import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { engines, type TestDatabase } from "../../../core/src/db/testing/index.js";
import { cleanEnv, palimpsest } from "./testing/palimpsest.js";

const login = `palimpsest_cli_${randomBytes(4).toString("hex")}`;
let test: TestDatabase;
let asOwner: Record<string, string>;
beforeAll(async () => {
  test = await engines.find(({ name }) => name === "postgres")!.open();
  asOwner = cleanEnv({ DATABASE_URL: test.options.ownerUrl ?? "" });
});
afterAll(async () => {
  await test.ownerQuery(`drop owned by ${login}`);
  await test.ownerQuery(`drop role ${login}`);
  await test.close();
});

it("makes a login for serving; doctor passes with it and fails with the owner", async () => {
  const made = await palimpsest(["migrate", "login", login], asOwner);
  expect(made).toMatchObject({ code: 0, err: "" });
  const [, url = ""] = /^DATABASE_URL=(postgres:\S+)$/.exec(made.out.trim()) ?? [];
  expect(new URL(url).username).toBe(login);

  const serving = cleanEnv({ DATABASE_URL: url });
  const passing = await palimpsest(["doctor"], serving);
  expect(passing.out).not.toContain("✗");
  expect(passing.out).toMatch(/✓ engine +postgres: PostgreSQL \d+/);
  expect(passing.code).toBe(0);

  const failing = await palimpsest(["doctor"], asOwner);
  expect(failing.out).toMatch(/✗ roles .*\n.*migrate login/);
  expect(failing.code).toBe(1);

  const remembered = await palimpsest(["remember", "Postgres keeps this one."], serving);
  expect(remembered).toMatchObject({ code: 0, err: "" });
  expect((await palimpsest(["recall", "postgres"], serving)).out).toContain("Postgres keeps this one.");
});

it("refuses to run as a login that can bypass row level security", async () => {
  const { code, err } = await palimpsest(["status"], asOwner);
  expect(code).toBe(1);
  expect(err).toContain("palimpsest migrate login NAME");
});

it("shows the schema's version without applying anything", async () => {
  const { out } = await palimpsest(["migrate", "status", "--json"], asOwner);
  const { current, latest } = JSON.parse(out) as { current: number; latest: number };
  expect(current).toBe(latest);
});
