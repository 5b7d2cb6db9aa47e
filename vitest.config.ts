import { defineConfig } from "vitest/config";

/** Workspace packages resolve to their sources, so that a test sees an edit without a build; the rest are Vite's. */
const conditions = ["palimpsest-source", "module", "node", "development|production"];

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    include: ["{packages/*/src,bench,docs,examples}/**/*.test.ts", "scripts/**/*.test.mjs"],
    pool: "forks",
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
