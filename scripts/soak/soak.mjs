import { setTimeout as sleep } from "node:timers/promises";
import { Load } from "./load.mjs";
import { causes, faultsWithin, percentiles, summarise } from "./report.mjs";
import { palimpsest, startServer } from "./server.mjs";

/** Loads one engine for a time, with faults in between. Gives how many writes were lost and how many targets missed. */
export async function soak(engine, options) {
  try {
    return await run(engine, options);
  } finally {
    await engine.close();
  }
}

async function run(engine, { seconds, rate, reportSeconds }) {
  const print = (line) => console.log(`${engine.name}: ${line}`);
  if (engine.place) print(engine.place);
  await engine.prepare?.(palimpsest);
  let server = await startServer(engine.env());
  const began = performance.now();
  const elapsed = () => (performance.now() - began) / 1_000;
  const load = new Load(() => server.url, elapsed);
  const faults = [];
  const readings = [];
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
  const planned = [
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
  /** A fault is over when a write is acknowledged again and nothing that was before is missing. */
  const faulting = (async () => {
    for (const [share, name, inject] of planned) {
      await sleep(Math.max(0, share * seconds - elapsed()) * 1_000);
      const fault = { name, from: elapsed(), to: Number.POSITIVE_INFINITY };
      faults.push(fault);
      print(`${Math.round(elapsed())} s: ${name}`);
      await inject();
      await load.writes();
      const lost = await load.lost();
      fault.to = elapsed();
      print(`${Math.round(fault.to)} s: lost ${lost.length} of ${load.acknowledged.size} acknowledged`);
    }
  })();

  for (let next = reportSeconds; next <= seconds; next += reportSeconds) {
    await sleep(Math.max(0, next - elapsed()) * 1_000);
    const from = next - reportSeconds;
    const within = (asked) => asked.at >= from && asked.at < next;
    const answers = load.answers.filter(within);
    const { p50, p95, p99 } = percentiles(answers);
    const [{ memory, fds }, { log, data }] = [await server.usage(), await engine.sizes()];
    // While no server runs there is nothing to be read.
    if (memory > 0) readings.push({ from, at: next, memory, descriptors: fds, log });
    const named = faultsWithin(faults, from, next).map(({ name }) => name);
    print(
      `${next} s: ${answers.length} answers, p50 ${p50} p95 ${p95} p99 ${p99} ms, ` +
        `memory ${memory} MB, descriptors ${fds}, log ${log} MB, data ${data} MB, errors: ${causes(load.errors.filter(within))}` +
        (named.length > 0 ? ` (with a fault: ${named.join(", ")})` : ""),
    );
  }
  await faulting;
  over = true;
  await loading;
  const lost = (await load.lost()).length;
  const { answers, errors, acknowledged } = load;
  const { lines, missed } = summarise({
    ...{ answers, errors, faults, readings, lost, reportSeconds },
    acknowledged: acknowledged.size,
    targets: engine.targets,
  });
  for (const line of lines) print(line);
  await server.stop("SIGTERM");
  return { lost, missed };
}
