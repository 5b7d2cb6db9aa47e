import { setTimeout as sleep } from "node:timers/promises";
import { Load } from "./load.mjs";
import { palimpsest, startServer } from "./server.mjs";

const at = (sorted, share) =>
  Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0);

/** Loads one engine for a time, with faults in between. Gives the number of acknowledged writes that were lost. */
export async function soak(engine, options) {
  try {
    return await run(engine, options);
  } finally {
    await engine.close();
  }
}

async function run(engine, { seconds, rate, reportSeconds, print }) {
  await engine.prepare?.(palimpsest);
  let server = await startServer(engine.env());
  const load = new Load(() => server.url);
  const began = performance.now();
  const elapsed = () => (performance.now() - began) / 1_000;
  let faulted = false;
  let over = false;

  const again = async (signal, between = async () => undefined) => {
    await server.stop(signal);
    await between();
    server = await startServer(engine.env());
  };
  const secondOpener = async () => {
    const { code, said } = await palimpsest(["status", "--json"], engine.env());
    if (code !== 0) print(`a second opener failed (${code}): ${said.trim().split("\n").at(-1)}`);
  };
  const diskPressure = async () => {
    if (engine.fillDisk === undefined)
      return print("disk pressure left out: no file system of limited size here");
    const free = await engine.fillDisk();
    await sleep(Math.min(15, seconds / 8) * 1_000);
    await free();
  };
  const faults = [
    [0.2, "kill", () => again("SIGKILL")],
    [0.35, "a second opener", secondOpener],
    [0.5, "disk pressure", diskPressure],
    [0.65, "restore", () => again("SIGTERM", engine.restore)],
    [0.8, "kill", () => again("SIGKILL")],
  ];

  const loading = (async () => {
    const running = new Set();
    for (let n = 0; !over; n++) {
      const request = load.one().finally(() => running.delete(request));
      running.add(request);
      await sleep(Math.max(0, ((n + 1) / rate - elapsed()) * 1_000));
    }
    await Promise.all(running);
  })();
  const faulting = (async () => {
    for (const [share, name, inject] of faults) {
      await sleep(Math.max(0, share * seconds - elapsed()) * 1_000);
      faulted = true;
      print(`${Math.round(elapsed())} s: ${name}`);
      await inject();
      print(
        `${Math.round(elapsed())} s: lost ${(await load.lost()).length} of ${load.acknowledged.size} acknowledged`,
      );
    }
  })();

  for (let next = reportSeconds; next <= seconds; next += reportSeconds) {
    await sleep(Math.max(0, next - elapsed()) * 1_000);
    const sorted = load.times.splice(0).sort((a, b) => a - b);
    const [{ memory, fds }, { log, data }] = [await server.usage(), await engine.sizes()];
    const errors = [...load.errors].map(([cause, n]) => `${cause} ${n}`).join(", ") || "none";
    load.errors.clear();
    print(
      `${next} s: ${sorted.length} answers, p50 ${at(sorted, 0.5)} p95 ${at(sorted, 0.95)} p99 ${at(sorted, 0.99)} ms, ` +
        `memory ${memory} MB, descriptors ${fds}, log ${log} MB, data ${data} MB, errors: ${errors}` +
        (faulted ? " (with a fault)" : ""),
    );
    faulted = false;
  }
  await faulting;
  over = true;
  await loading;
  const lost = await load.lost();
  print(`lost ${lost.length} of ${load.acknowledged.size} acknowledged writes`);
  await server.stop("SIGTERM");
  return lost.length;
}
