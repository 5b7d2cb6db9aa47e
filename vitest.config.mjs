import { defineConfig } from "vitest/config";
import { useRunFolder } from "./scripts/lib/vitest/run-folder.mjs";
import { SlowFirst } from "./scripts/lib/vitest/slow-first.mjs";

useRunFolder();

/** Workspace packages resolve to their sources, so that a test sees an edit without a build; the rest are Vite's. */
const conditions = ["palimpsest-source", "module", "node", "development|production"];
const needsOwnProcess = "packages/*/src/**/*.isolated.test.ts";

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    globalSetup: "scripts/lib/vitest/remove-run-folder.mjs",
    setupFiles: "packages/core/src/testing/set-up.ts",
    sequence: { sequencer: SlowFirst },
    pool: "forks",
    execArgv: ["--import", new URL("./scripts/lib/vitest/source-threads.mjs", import.meta.url).href],
    maxWorkers: 2,
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // Says that what is waited for never comes, not that it comes late on a busy machine.
    expect: { poll: { timeout: 60_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: "shared",
          include: ["{packages/*/src,bench,docs,examples}/**/*.test.ts", "scripts/**/*.test.mjs"],
          exclude: [needsOwnProcess],
          // Loading the modules and compiling the engine once, not for each file, saves a third of the time.
          isolate: false,
        },
      },
      {
        extends: true,
        test: { name: "isolated", include: [needsOwnProcess], isolate: true },
      },
    ],
  },
});
