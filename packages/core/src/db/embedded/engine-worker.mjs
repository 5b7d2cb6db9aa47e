import { rmSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { setFlagsFromString } from "node:v8";
import { parentPort, workerData } from "node:worker_threads";
import { PGlite } from "@electric-sql/pglite";
import { vector } from "@electric-sql/pglite-pgvector";
import { Checkpoints } from "./checkpoints.mjs";
import { engineFs, moveMount, startParams } from "./engine-fs.mjs";
import { ParallelSync } from "./parallel-sync.mjs";
import { SpaceWatch } from "./resources/space-watch.mjs";
import { WireServer } from "./wire-server.mjs";

const {
  bootDirectory,
  maxFiles,
  socketPath,
  relaxedDurability,
  logLimitBytes,
  low,
  beat,
  answers,
  limits,
  idleTimeoutMs,
  compiled,
} = workerData;
const longjmp = 100;

// For the watchdog. [0]: when the running batch started, in ns of the monotonic clock, 0 if none; [1]: its limit in ms.
const clock = new BigInt64Array(beat);

const checkpoints = new Checkpoints({
  everyBytes: Math.max(logLimitBytes / 8, 4 * 1024 ** 2),
  everyMs: 60_000,
  idleBytes: 1024 ** 2,
});

function report(type, detail) {
  parentPort.postMessage({ type, detail });
}

/** What PGlite throws may be an error of its file system, with a number and no words, or no error at all. */
function inWords(error) {
  if (error instanceof Error && error.message) return String(error);
  const { name, errno, code, status, message } = error ?? {};
  const known = { name, errno, code, status, message };
  const facts = Object.entries(known).filter(([, value]) => value !== undefined);
  return facts.map(([fact, value]) => `${fact} ${value}`).join(", ") || "no reason was given";
}

/** PGlite ignores a WASM trap or stack overflow and answers as if nothing had happened. This ends the thread instead. */
function watchForTraps(pg) {
  const step = pg.Module._PostgresMainLoopOnce;
  pg.Module._PostgresMainLoopOnce = () => {
    try {
      return step();
    } catch (error) {
      if (error?.status !== longjmp) {
        report("fault", inWords(error));
        process.exit(1);
      }
      throw error;
    }
  };
}

/**
 * Sent to the parent for the threads that it starts later: they share it, with all that V8 has optimised of it. V8
 * optimises a function once it has done this much: with its usual measure a command, which lives for a second, spends a
 * quarter of its processor time on that.
 */
async function compile() {
  setFlagsFromString("--wasm-tiering-budget=20000000");
  const code = await WebAssembly.compile(
    await readFile(new URL("./pglite.wasm", import.meta.resolve("@electric-sql/pglite"))),
  );
  report("compiled", code);
  return code;
}

async function boot() {
  const pg = await PGlite.create({
    fs: engineFs(bootDirectory, {
      onLog: (upTo) => checkpoints.written(upTo),
      sync: new ParallelSync((paths, number) => report("sync", { paths, number }), new Int32Array(answers)),
    }),
    extensions: { vector },
    pgliteWasmModule: compiled ?? (await compile()),
    startParams: startParams({ relaxedDurability, logLimitBytes, maxFiles }),
  });
  watchForTraps(pg);
  const { rows } = await pg.query("select current_setting('server_version_num')::int / 10000 as major");
  return { pg, major: rows[0].major };
}

async function checkpoint(run) {
  const started = performance.now();
  await run("checkpoint");
  checkpoints.done();
  report("checkpoint", performance.now() - started);
}

let full = false;
async function refuseWritesIfFull(run, space) {
  if (space.isLow() === full) return;
  full = !full;
  await run(`set default_transaction_read_only = ${full ? "on" : "off"}`);
  report("full", full);
}

async function serve({ pg }, directory) {
  if (directory !== bootDirectory) moveMount(pg, directory);
  const space = new SpaceWatch(directory, low);
  const server = new WireServer(pg, {
    idleTimeoutMs,
    limitFor: (applicationName) => (applicationName.endsWith(":owner") ? limits.owner : limits.serving),
    beforeRun: (limit) => {
      Atomics.store(clock, 1, BigInt(limit));
      Atomics.store(clock, 0, process.hrtime.bigint());
    },
    afterRun: () => Atomics.store(clock, 0, 0n),
    upkeep: async (run) => {
      await refuseWritesIfFull(run, space);
      if (checkpoints.isDue()) await checkpoint(run);
    },
    isFull: () => full,
    fault: (error) => {
      report("fault", inWords(error));
      process.exit(1);
    },
  });
  server.idle();
  await listen(server);
  setInterval(() => server.idle(), 1_000);
  return server;
}

async function listen(server) {
  rmSync(socketPath, { force: true });
  await server.listen(socketPath);
}

let running;
let server;
parentPort.on("message", async (message) => {
  try {
    if (message.type === "serve") {
      server = await serve(running, message.directory);
      report("serving");
    } else if (message.type === "listen") {
      await listen(server);
      report("listening");
    } else if (message.type === "close") {
      await server?.close();
      await running.pg.close();
      report("closed");
      process.exit(0);
    }
  } catch (error) {
    report("failed", inWords(error));
  }
});

try {
  running = await boot();
  report("booted", running.major);
} catch (error) {
  report("failed", inWords(error));
}
