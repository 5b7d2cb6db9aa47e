import { expect, test } from "vitest";
import { describeConfig } from "./describe-config.js";
import { loadConfig } from "./load-config.js";
import { toMemoryOptions } from "./memory-options.js";

test("defaults to a local, embedded memory without auth", () => {
  expect(loadConfig({ XDG_DATA_HOME: "/data" })).toMatchObject({
    host: "127.0.0.1",
    port: 7077,
    auth: "none",
    databaseUrl: undefined,
    bodyLimit: 16 * 1_024 ** 2,
    poolSize: 10,
    embedder: "auto",
    durability: "full",
    logLevel: "info",
  });
});

test("a blank variable counts as not set, and an older name is accepted", () => {
  const config = loadConfig({ PALIMPSEST_PORT: "  ", DATABASE_URL: "", EVENTS_DB_DSN: "postgres://u@h/d" });
  expect(config).toMatchObject({ port: 7077, databaseUrl: "postgres://u@h/d" });
  const older = { MCP_PORT: "3000", LOG_LEVEL: "WARNING", RRF_CONSTANT: "10", OPENAI_BATCH_SIZE: "50" };
  expect(loadConfig(older)).toMatchObject({ port: 3000, logLevel: "warn" });
  expect(loadConfig({ ...older, PALIMPSEST_PORT: "1", PALIMPSEST_LOG_LEVEL: "error" })).toMatchObject({
    ...{ port: 1, logLevel: "error" },
  });
  expect(toMemoryOptions(loadConfig(older))).toMatchObject({ fusion: 10, embedder: { batchSize: 50 } });
});

test.each<[Record<string, string>, RegExp]>([
  [{ PALIMPSEST_PORT: "70000" }, /^PALIMPSEST_PORT must be a whole number from 0 to 65535\.$/],
  [{ PALIMPSEST_PORT: "7077; rm" }, /^PALIMPSEST_PORT must be/],
  [{ PALIMPSEST_BODY_LIMIT: "lots" }, /^PALIMPSEST_BODY_LIMIT must be a size such as 4mb/],
  [{ PALIMPSEST_AUTH: "maybe" }, /^PALIMPSEST_AUTH must be one of none, required\.$/],
  [{ DATABASE_URL: "mysql://h/d" }, /^DATABASE_URL must be an address such as postgres:/],
  [{ EVENTS_DB_DSN: "h/d" }, /^EVENTS_DB_DSN must be/],
  [{ PALIMPSEST_JWT_SECRET: "x".repeat(31) }, /^PALIMPSEST_JWT_SECRET must be at least 32 characters/],
  [
    { PALIMPSEST_JWT_SECRET: "x".repeat(32), PALIMPSEST_JWKS_URL: "https://id.example.com/keys" },
    /^PALIMPSEST_JWT_SECRET and PALIMPSEST_JWKS_URL are both set/,
  ],
  [{ PALIMPSEST_ALLOWED_ORIGINS: "https://a.com/path" }, /^PALIMPSEST_ALLOWED_ORIGINS must hold origins/],
  [{ EVENT_MAX_ATTEMPTS: "0" }, /^EVENT_MAX_ATTEMPTS must be a whole number from 1 to 100\.$/],
  [{ CHUNK_TARGET_TOKENS: "100" }, /^CHUNK_OVERLAP_TOKENS must be less than half of CHUNK_TARGET_TOKENS/],
  [{ PALIMPSEST_EXTRACTOR: "magic" }, /^PALIMPSEST_EXTRACTOR must be one of auto, rules, model\.$/],
  [{ PALIMPSEST_EXTRACTOR: "model" }, /^PALIMPSEST_EXTRACTOR=model needs a model: set OPENAI_EVENT_MODEL/],
  [{ PALIMPSEST_ALLOWED_ORIGINS: "*" }, /^PALIMPSEST_ALLOWED_ORIGINS must hold origins/],
  [
    { PALIMPSEST_HOST: "0.0.0.0", PALIMPSEST_AUTH: "none" },
    /^PALIMPSEST_AUTH=none works only on this machine/,
  ],
  [{ PALIMPSEST_HOST: "::", PALIMPSEST_AUTH: "none" }, /^PALIMPSEST_AUTH=none works only on this machine/],
])("rejects %j with an error of one line that says what to do", (env, message) => {
  const refused = () => loadConfig(env);
  expect(refused).toThrow(message);
  expect(refused).not.toThrow(/\n/);
});

test("requires auth off loopback and not on loopback", () => {
  expect(loadConfig({ PALIMPSEST_HOST: "0.0.0.0" }).auth).toBe("required");
  for (const host of ["localhost", "127.0.0.1", "127.1.2.3", "::1"]) {
    expect(loadConfig({ PALIMPSEST_HOST: host }).auth).toBe("none");
  }
});

test("reads sizes and lists", () => {
  const config = loadConfig({ PALIMPSEST_BODY_LIMIT: "512kb", PALIMPSEST_ALLOWED_HOSTS: "a.com, b.com,," });
  expect(config).toMatchObject({ bodyLimit: 524_288, allowedHosts: ["a.com", "b.com"] });
});

test("lists every setting with its meaning, and shows no secret", () => {
  const env = {
    PALIMPSEST_JWT_SECRET: "s3cret-s3cret-s3cret-s3cret-s3cret",
    DATABASE_URL: "postgres://u:hunter2@h/d",
    PALIMPSEST_PORT: "1",
  };
  const rows = describeConfig(env, loadConfig(env));
  expect(rows.every(({ meaning }) => meaning.length > 10)).toBe(true);
  expect(rows.find(({ name }) => name === "PALIMPSEST_PORT")).toMatchObject({
    value: "1",
    default: "7077",
    from: "environment",
  });
  expect(rows.find(({ name }) => name === "DATABASE_URL")).toMatchObject({ value: "(set)" });
  expect(JSON.stringify(rows)).not.toMatch(/hunter2|s3cret/);
});

test.each<[Record<string, string>, string | undefined]>([
  [{}, undefined],
  [{ OPENAI_API_KEY: "sk-1", OPENAI_EMBED_MODEL: "e" }, undefined],
  [{ OPENAI_EVENT_MODEL: "m" }, undefined],
  [{ OPENAI_EVENT_MODEL: "m", OPENAI_API_KEY: "sk-1" }, "m"],
  [{ OPENAI_EVENT_MODEL: "m", OPENAI_BASE_URL: "http://127.0.0.1:1/v1" }, "m"],
  [{ OPENAI_EVENT_MODEL: "m", OPENAI_API_KEY: "sk-1", PALIMPSEST_EXTRACTOR: "rules" }, undefined],
  [{ OPENAI_EVENT_MODEL: "m", OPENAI_API_KEY: "sk-1", PALIMPSEST_EXTRACTOR: "model" }, "m"],
])("settings %j extract events by the model %s", (env, model) => {
  expect(toMemoryOptions(loadConfig(env)).extraction?.model?.model).toBe(model);
});
