import { type Memory, openMemory } from "@palimpsest/core";
import type { TestDatabase, TestEngine } from "../../../../core/src/db/testing/index.js";
import { loadConfig } from "../../config/load-config.js";
import { Metrics } from "../../metrics/index.js";
import { createLog } from "../../observe/index.js";
import { createApp } from "../app.js";
import type { App } from "../app-env.js";

export interface RealApp {
  app: App;
  memory: Memory;
  test: TestDatabase;
  logged: string[];
  close(): Promise<void>;
}

export interface RealAppOptions {
  auth?: "none" | "required";
  jwtSecret?: string;
  /** Further settings, by their environment variables. */
  env?: Record<string, string>;
  streamCommentMs?: number;
}

/** The whole server but for its socket, on a database of its own. */
export async function realApp(
  engine: TestEngine,
  { auth = "none", jwtSecret, env, streamCommentMs }: RealAppOptions = {},
): Promise<RealApp> {
  const test = await engine.open();
  const memory = await openMemory({
    database: test.options,
    embedder: { provider: "builtin" },
    settings: { auth, jwtSecret },
  });
  const logged: string[] = [];
  const app = createApp({
    memory,
    config: loadConfig({ PALIMPSEST_AUTH: auth, PALIMPSEST_DATA_DIR: "/nowhere", ...env }),
    log: createLog("trace", { write: (line) => void logged.push(line) }),
    metrics: new Metrics(),
    streamCommentMs,
  });
  return {
    app,
    memory,
    test,
    logged,
    close: async () => {
      await memory.close();
      await test.close();
    },
  };
}
