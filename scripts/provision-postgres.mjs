#!/usr/bin/env node
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { ensureInstalled } from "./lib/bootstrap.mjs";
import { checkServer } from "./lib/postgres/check-server.mjs";
import { startCluster } from "./lib/postgres/cluster.mjs";
import { debianInstallation } from "./lib/postgres/debian-root.mjs";
import { dockerAnswers, startContainer } from "./lib/postgres/docker.mjs";
import { localInstallation } from "./lib/postgres/local-installation.mjs";
import { minimumPgvector, minimumPostgres } from "./lib/postgres/requirements.mjs";
import {
  forgetServer,
  readRecords,
  saveRecord,
  stopOrphans,
  stopServer,
} from "./lib/postgres/server-records.mjs";

const USAGE = `Usage: node scripts/provision-postgres.mjs --keep [--durable] [--set name=value]...
       node scripts/provision-postgres.mjs --stop

Starts a PostgreSQL server (${minimumPostgres} or later) with pgvector (${minimumPgvector} or later) and prints its superuser URL.
  --keep      leave it running and let later runs reuse it
  --durable   production durability (fsync and the rest), for measurements
  --set       a server setting, such as shared_buffers=2GB
  --stop      stop every server that was kept`;

const NONE_FOUND = `No PostgreSQL with pgvector could be found or started. Do one of these:
  - start Docker (the image pgvector/pgvector:pg17 is used);
  - install PostgreSQL ${minimumPostgres} or later with pgvector ${minimumPgvector} or later
    (Debian 13: apt-get install postgresql-17-pgvector; macOS: brew install postgresql@17 pgvector);
  - on Debian, run this as root: it builds a server of its own from the machine's apt mirror;
  - set PALIMPSEST_TEST_PG_URL to the superuser URL of a server that may be filled with test databases.`;

/**
 * A running PostgreSQL with pgvector: the one in PALIMPSEST_TEST_PG_URL, one that was kept running, or a new one.
 * `stop` stops it only if this call started it and `keep` is off.
 */
export async function provisionPostgres({ keep = false, profile = "test", settings = {}, log = note } = {}) {
  const given = process.env.PALIMPSEST_TEST_PG_URL;
  if (given) return { url: given, ...(await checkServer(given)), stop: async () => {} };
  await stopOrphans(log);
  const kept = await findKept(profile, settings);
  if (kept) return { ...kept, stop: async () => {} };
  const server = saveRecord(await startServer({ profile, settings }, log), { keep, profile, settings });
  try {
    const checked = await checkServer(server.url);
    return { url: server.url, ...checked, stop: keep ? async () => {} : () => stopServer(server) };
  } catch (error) {
    await stopServer(server);
    throw error;
  }
}

async function startServer(options, log) {
  const local = await localInstallation();
  if (local) return startCluster(local, options);
  if (await dockerAnswers()) return startContainer(options, log);
  const debian = await debianInstallation(log);
  if (debian) return startCluster(debian, options);
  throw new Error(NONE_FOUND);
}

async function findKept(profile, settings) {
  const fits = (server) =>
    server.kept &&
    server.profile === profile &&
    Object.entries(settings).every(([name, value]) => server.settings?.[name] === value);
  for (const record of readRecords().filter(fits)) {
    try {
      return { url: record.url, ...(await checkServer(record.url)) };
    } catch (error) {
      note(`a kept server no longer answers (${error.message}); starting another`);
      forgetServer(record);
    }
  }
  return undefined;
}

function note(message) {
  process.stderr.write(`postgres: ${message}\n`);
}

async function main() {
  const { values } = parseArgs({
    options: {
      keep: { type: "boolean", default: false },
      durable: { type: "boolean", default: false },
      set: { type: "string", multiple: true, default: [] },
      stop: { type: "boolean", default: false },
    },
  });
  if (values.keep === values.stop) throw new Error(USAGE);
  await ensureInstalled();
  if (values.stop) {
    for (const record of readRecords().filter((server) => server.kept)) await stopServer(record);
    return;
  }
  const settings = Object.fromEntries(values.set.map((pair) => pair.split(/=(.*)/s).slice(0, 2)));
  const { url, version, vector } = await provisionPostgres({
    keep: true,
    profile: values.durable ? "durable" : "test",
    settings,
  });
  note(`PostgreSQL ${version}, pgvector ${vector}`);
  process.stdout.write(`${url}\n`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  await main().catch((error) => {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  });
}
