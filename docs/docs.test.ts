import { randomUUID } from "node:crypto";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { compileSnippets } from "./testing/compile-snippets.js";
import { textMatches } from "./testing/likeness.js";
import { type Page, readPage, type Step } from "./testing/page.js";
import { type PageServer, startPageServer } from "./testing/page-server.js";
import { openPostgresPage } from "./testing/postgres-page.js";
import { runPage } from "./testing/run-page.js";
import { root, Workplace } from "./testing/workplace.js";

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000, maxConcurrency: 2 });

const pages = ["README.md", ...readdirSync(join(root, "docs")).filter((name) => name.endsWith(".md"))]
  .map((name) => readPage(name === "README.md" ? name : `docs/${name}`))
  .filter((page) => page.steps.length + page.json.length > 0);
const shownAddress = "127.0.0.1:7077";
const shownTenant = "00000000-0000-0000-0000-000000000000";

const workplace = new Workplace();
const servers: PageServer[] = [];
let compiled: Map<Step, string>;
let shared: PageServer;

const startFor = async (
  folder: string,
  settings: Record<string, string>,
  by: Parameters<typeof startPageServer>[2],
) => {
  const server = await startPageServer(
    folder,
    workplace.env({ ...settings, PALIMPSEST_DATA_DIR: join(folder, ".palimpsest") }),
    by,
  );
  servers.push(server);
  return server;
};

beforeAll(async () => {
  compiled = compileSnippets(pages, join(workplace.folder, "snippets"));
  shared = await startFor(workplace.newFolder("shared"), {}, "npm start");
});
afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop()));
  workplace.close();
});

const onPostgres = async (page: Page) => {
  const postgres = await openPostgresPage();
  try {
    const folder = workplace.newFolder(page.path);
    return await runPage(page, compiled, { folder, env: workplace.env(), here: postgres.here });
  } finally {
    await postgres.close();
  }
};

const embedded = async (page: Page, tenant = randomUUID(), name = page.path) => {
  const folder = workplace.newFolder(name);
  const needsOwn = Object.keys(page.settings).length > 0;
  const server = needsOwn ? await startFor(folder, page.settings, "palimpsest serve") : shared;
  const { host } = new URL(server.url);
  const banner = server.banner.replaceAll(host, shownAddress);
  if (page.banner !== undefined && !textMatches(page.banner, banner)) expect(banner).toBe(page.banner);
  const env = { ...page.settings, PALIMPSEST_DATA_DIR: server.dataDir, PALIMPSEST_TENANT: tenant };
  return runPage(page, compiled, {
    folder,
    env: workplace.env(env),
    here: [
      [shownAddress, host],
      [shownTenant, tenant],
    ],
  });
};

describe.concurrent("what a page shows is what happens", () => {
  for (const page of pages) {
    test(page.path, async () => {
      expect(page.skipped).not.toContain("");
      for (const { text } of page.json) expect(() => JSON.parse(text)).not.toThrow();
      expect(await (page.postgres ? onPostgres(page) : embedded(page))).toEqual([]);
    });
  }

  test("the quickstart, in the store in which the README was followed", async () => {
    const tenant = randomUUID();
    for (const path of ["README.md", "docs/quickstart.md"]) {
      const page = pages.find((one) => one.path === path)!;
      expect(await embedded(page, tenant, `${path} as a reader`)).toEqual([]);
    }
  });
});
