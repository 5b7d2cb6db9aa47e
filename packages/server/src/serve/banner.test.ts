import type { Memory } from "@palimpsest/core";
import { expect, it } from "vitest";
import { type Config, loadConfig } from "../config/index.js";
import { banner } from "./banner.js";

const memoryOn = (engine: "embedded" | "postgres") =>
  ({ services: { db: { engine }, embedder: { id: "builtin-ngram-1@256", kind: "builtin" } } }) as Memory;
const shown = (env: Record<string, string>, runsJobs = true) => {
  const config: Config = loadConfig(env);
  return banner("http://127.0.0.1:7077", config, {
    memory: memoryOn(config.databaseUrl ? "postgres" : "embedded"),
    runsJobs,
  });
};

it("shows how to make the first key for this data directory", () => {
  const text = shown({ PALIMPSEST_AUTH: "required", PALIMPSEST_DATA_DIR: "/srv/ada's memory" });
  expect(text).toContain("palimpsest key create --data-dir '/srv/ada'\\''s memory' --principal me");
});

it("quotes a directory only if needed, and does not print the database's password", () => {
  const plain = shown({ PALIMPSEST_AUTH: "required", PALIMPSEST_DATA_DIR: "/srv/.palimpsest" });
  expect(plain).toContain("palimpsest key create --data-dir /srv/.palimpsest --principal me");
  const server = shown({ PALIMPSEST_AUTH: "required", DATABASE_URL: "postgres://web:pass@db:5432/memory" });
  expect(server).toContain("# with this server's DATABASE_URL");
  expect(server).not.toContain("pass@");
});

it("says whether it runs the background jobs itself", () => {
  const env = { DATABASE_URL: "postgres://web:pass@db:5432/memory" };
  expect(shown(env)).toContain("worker     runs in this process");
  expect(shown(env, false)).toContain("worker     none: this login may not run jobs");
});
