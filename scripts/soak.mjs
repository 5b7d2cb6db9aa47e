// Runs the real server under mixed load with faults in between, on both engines, and reports what it cost and what was
// lost. npm run soak -- [--minutes 30] [--rate 25] [--engine embedded|postgres|both] [--quick]
import { parseArgs } from "node:util";
import { build, ensureInstalled } from "./lib/bootstrap.mjs";
import { main } from "./lib/main.mjs";
import { provisionPostgres } from "./provision-postgres.mjs";
import { embedded, postgres } from "./soak/engines.mjs";
import { soak } from "./soak/soak.mjs";

const help = `Usage: npm run soak -- [options]

Runs the real server under mixed load with kills, a second opener, a full disk and a restore in between, and reports for
each minute what it cost, and at the end what was lost. Exit code 1: something was lost, or a target was missed.

Options:
  --minutes <number>  for each engine (default: 30)
  --rate <number>     requests a second (default: 25)
  --engine <name>     embedded, postgres or both (default: both)
  --quick             12 seconds, of the build that is there
  --help              this text
`;

await main(async () => {
  const { values } = parseArgs({
    options: {
      minutes: { type: "string", default: "30" },
      rate: { type: "string", default: "25" },
      engine: { type: "string", default: "both" },
      quick: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) {
    process.stdout.write(help);
    return 0;
  }
  for (const name of ["minutes", "rate"])
    if (!(Number(values[name]) > 0)) throw new Error(`--${name}: a number above 0`);
  const { quick, engine } = values;
  if (!["embedded", "postgres", "both"].includes(engine))
    throw new Error("--engine: embedded, postgres or both");
  // The suite has built it, and other tests use it at the same time.
  if (!quick) {
    await ensureInstalled();
    await build();
  }
  const options = {
    seconds: quick ? 12 : Number(values.minutes) * 60,
    rate: Number(values.rate),
    reportSeconds: quick ? 4 : 60,
  };
  const met = [];
  if (engine !== "postgres") met.push(await soak(await embedded(), options));
  if (engine !== "embedded") {
    const server = await provisionPostgres();
    try {
      met.push(await soak(await postgres(server.url), options));
    } finally {
      await server.stop();
    }
  }
  const failed = met.some(({ lost, missed }) => lost > 0 || (missed > 0 && !quick));
  return failed ? 1 : 0;
});
