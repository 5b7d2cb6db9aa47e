import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { describeConfig } from "./describe-config.js";
import { digestKeyOf } from "./digest-key.js";
import { loadConfig } from "./load-config.js";

const folder = mkdtempSync(join(tmpdir(), "palimpsest-config-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("nothing set is a local, embedded memory without auth", () => {
  expect(loadConfig({ XDG_DATA_HOME: "/data" })).toMatchObject({
    host: "127.0.0.1",
    port: 7077,
    auth: "none",
    databaseUrl: undefined,
    bodyLimit: 4 * 1_024 ** 2,
    poolSize: 10,
    embedder: "auto",
    durability: "full",
    logLevel: "info",
  });
});

test("blank means not set, and an older name is accepted", () => {
  const config = loadConfig({ PALIMPSEST_PORT: "  ", DATABASE_URL: "", EVENTS_DB_DSN: "postgres://u@h/d" });
  expect(config).toMatchObject({ port: 7077, databaseUrl: "postgres://u@h/d" });
});

test.each<[Record<string, string>, RegExp]>([
  [{ PALIMPSEST_PORT: "70000" }, /^PALIMPSEST_PORT must be a whole number from 0 to 65535\.$/],
  [{ PALIMPSEST_PORT: "7077; rm" }, /^PALIMPSEST_PORT must be/],
  [{ PALIMPSEST_BODY_LIMIT: "lots" }, /^PALIMPSEST_BODY_LIMIT must be a size such as 4mb/],
  [{ PALIMPSEST_AUTH: "maybe" }, /^PALIMPSEST_AUTH must be one of none, required\.$/],
  [{ DATABASE_URL: "mysql://h/d" }, /^DATABASE_URL must be an address such as postgres:/],
  [{ EVENTS_DB_DSN: "h/d" }, /^EVENTS_DB_DSN must be/],
  [{ PALIMPSEST_DIGEST_KEY: "short" }, /^PALIMPSEST_DIGEST_KEY must be at least 32 characters/],
  [{ PALIMPSEST_ALLOWED_ORIGINS: "https://a.com/path" }, /^PALIMPSEST_ALLOWED_ORIGINS must hold origins/],
  [{ PALIMPSEST_ALLOWED_ORIGINS: "*" }, /^PALIMPSEST_ALLOWED_ORIGINS must hold origins/],
  [
    { PALIMPSEST_HOST: "0.0.0.0", PALIMPSEST_AUTH: "none" },
    /^PALIMPSEST_AUTH=none is for this machine alone/,
  ],
  [{ PALIMPSEST_HOST: "::", PALIMPSEST_AUTH: "none" }, /^PALIMPSEST_AUTH=none is for this machine alone/],
  [{ DATABASE_URL: "postgres://h/d", PALIMPSEST_AUTH: "required" }, /^PALIMPSEST_DIGEST_KEY must be set/],
])("%j is refused in one line that says what to do", (env, message) => {
  const refused = () => loadConfig(env);
  expect(refused).toThrow(message);
  expect(refused).not.toThrow(/\n/);
});

test("off loopback, auth is required unless said; on loopback it is not", () => {
  expect(loadConfig({ PALIMPSEST_HOST: "0.0.0.0" }).auth).toBe("required");
  for (const host of ["localhost", "127.0.0.1", "127.1.2.3", "::1"]) {
    expect(loadConfig({ PALIMPSEST_HOST: host }).auth).toBe("none");
  }
});

test("sizes and lists", () => {
  const config = loadConfig({ PALIMPSEST_BODY_LIMIT: "512kb", PALIMPSEST_ALLOWED_HOSTS: "a.com, b.com,," });
  expect(config).toMatchObject({ bodyLimit: 524_288, allowedHosts: ["a.com", "b.com"] });
});

test("every setting is listed with its meaning, and no secret is shown", () => {
  const env = {
    PALIMPSEST_JWT_SECRET: "s3cret-s3cret",
    DATABASE_URL: "postgres://u:hunter2@h/d",
    PALIMPSEST_PORT: "1",
  };
  const rows = describeConfig(env);
  expect(rows.every(({ meaning }) => meaning.length > 10)).toBe(true);
  expect(rows.find(({ name }) => name === "PALIMPSEST_PORT")).toMatchObject({
    value: "1",
    default: "7077",
    from: "environment",
  });
  expect(rows.find(({ name }) => name === "DATABASE_URL")).toMatchObject({ value: "(set)" });
  expect(JSON.stringify(rows)).not.toMatch(/hunter2|s3cret/);
});

describe("the digest key", () => {
  test("is made once beside the data, for its owner's eyes alone", () => {
    const config = loadConfig({ PALIMPSEST_DATA_DIR: join(folder, "new", "data") });
    const key = digestKeyOf(config);
    expect(key).toMatch(/^[0-9a-f]{64}$/);
    expect(digestKeyOf(config)).toBe(key);
    const path = join(folder, "new", "data.key");
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readFileSync(path, "utf8").trim()).toBe(key);
  });

  test("is not taken from a file that is damaged or open to others", () => {
    const config = loadConfig({ PALIMPSEST_DATA_DIR: join(folder, "bad") });
    writeFileSync(join(folder, "bad.key"), "short", { mode: 0o600 });
    expect(() => digestKeyOf(config)).toThrow(/damaged/);
    writeFileSync(join(folder, "bad.key"), "x".repeat(64));
    chmodSync(join(folder, "bad.key"), 0o644);
    expect(() => digestKeyOf(config)).toThrow(/chmod 600/);
  });

  test("on Postgres without auth it is the same whoever logs in", () => {
    const at = (user: string) => digestKeyOf(loadConfig({ DATABASE_URL: `postgres://${user}@h:5432/d` }));
    expect(at("a:b")).toBe(at("c"));
    expect(at("a")).not.toBe(digestKeyOf(loadConfig({ DATABASE_URL: "postgres://a@h:5432/other" })));
  });
});
