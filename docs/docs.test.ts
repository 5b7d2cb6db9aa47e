import { randomUUID } from "node:crypto";
import { readdirSync, renameSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { migratedDataDir } from "../packages/core/src/db/testing/index.js";
import { textMatches } from "./testing/compare-output.js";
import { compileSnippets } from "./testing/compile-snippets.js";
import { type Page, readPage, type Step } from "./testing/page.js";
import { type PageServer, startPageServer } from "./testing/page-server.js";
import { openPostgresPage } from "./testing/postgres-page.js";
import { runPage } from "./testing/run-page.js";
import { root, Workspace } from "./testing/workspace.js";

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000, maxConcurrency: 2 });

const pages = ["README.md", ...readdirSync(join(root, "docs")).filter((name) => name.endsWith(".md"))]
  .map((name) => readPage(name === "README.md" ? name : `docs/${name}`))
  .filter((page) => page.steps.length + page.json.length > 0);
const shownAddress = "127.0.0.1:7077";
const shownTenant = "00000000-0000-0000-0000-000000000000";

const workspace = new Workspace();
const servers: PageServer[] = [];
let compiled: Map<Step, string>;
let shared: PageServer;

const startServer = async (
  folder: string,
  settings: Record<string, string>,
  startedBy: Parameters<typeof startPageServer>[2],
) => {
  const server = await startPageServer(
    folder,
    workspace.env({ ...settings, PALIMPSEST_DATA_DIR: join(folder, ".palimpsest") }),
    startedBy,
  );
  servers.push(server);
  return server;
};

beforeAll(async () => {
  compiled = compileSnippets(pages, join(workspace.folder, "snippets"));
  shared = await startServer(workspace.newFolder("shared"), {}, "npm start");
});
afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop()));
  workspace.close();
});

const runOnPostgres = async (page: Page) => {
  const postgres = await openPostgresPage();
  try {
    const folder = workspace.newFolder(page.path);
    return await runPage(page, compiled, {
      folder,
      env: workspace.env(),
      substitutions: postgres.substitutions,
    });
  } finally {
    await postgres.close();
  }
};

const runEmbedded = async (page: Page, tenant = randomUUID(), name = page.path) => {
  const folder = workspace.newFolder(name);
  const needsOwnServer = Object.keys(page.settings).length > 0;
  // The first start of the shared server makes a store; once is enough.
  if (needsOwnServer) renameSync((await migratedDataDir()).dataDir, join(folder, ".palimpsest"));
  const server = needsOwnServer ? await startServer(folder, page.settings, "palimpsest serve") : shared;
  const { host } = new URL(server.url);
  const banner = server.banner.replaceAll(host, shownAddress);
  if (page.banner !== undefined && !textMatches(page.banner, banner)) expect(banner).toBe(page.banner);
  const env = { ...page.settings, PALIMPSEST_DATA_DIR: server.dataDir, PALIMPSEST_TENANT: tenant };
  return runPage(page, compiled, {
    folder,
    env: workspace.env(env),
    substitutions: [
      [shownAddress, host],
      [shownTenant, tenant],
    ],
  });
};

describe.concurrent("each page shows what its commands really print", () => {
  for (const page of pages) {
    test(page.path, async () => {
      expect(page.skipped).not.toContain("");
      for (const { text } of page.json) expect(() => JSON.parse(text)).not.toThrow();
      expect(await (page.postgres ? runOnPostgres(page) : runEmbedded(page))).toEqual([]);
    });
  }

  test("the quickstart also works in a store where the README was followed", async () => {
    const tenant = randomUUID();
    for (const path of ["README.md", "docs/quickstart.md"]) {
      const page = pages.find((candidate) => candidate.path === path)!;
      expect(await runEmbedded(page, tenant, `${path} in sequence`)).toEqual([]);
    }
  });
});
