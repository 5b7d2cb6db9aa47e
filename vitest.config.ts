import { defineConfig } from "vitest/config";

/** Workspace packages resolve to their sources, so that a test sees an edit without a build; the rest are Vite's. */
const conditions = ["source", "module", "node", "development|production"];

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    // One of this client's dependencies has a "source" condition of its own, which Node cannot run.
    server: { deps: { inline: [/@modelcontextprotocol\/client/, "eventsource"] } },
    include: ["{packages/*/src,bench,docs,examples}/**/*.test.ts", "scripts/**/*.test.mjs"],
    pool: "forks",
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
