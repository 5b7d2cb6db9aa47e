// Runs the real server under mixed load with faults in between, on both engines, and reports what it cost and what was
// lost. npm run soak -- [--minutes 30] [--rate 25] [--engine embedded|postgres|both] [--quick]
import { parseArgs } from "node:util";
import { engineOf } from "./soak/engines.mjs";
import { soak } from "./soak/soak.mjs";

const { values } = parseArgs({
  options: {
    minutes: { type: "string", default: "30" },
    rate: { type: "string", default: "25" },
    engine: { type: "string", default: "both" },
    quick: { type: "boolean", default: false },
  },
});
const seconds = values.quick ? 12 : Number(values.minutes) * 60;
const names = values.engine === "both" ? ["embedded", "postgres"] : [values.engine];
let lost = 0;
for (const name of names) {
  const engine = await engineOf(name);
  if (engine === undefined) {
    console.log(`${name}: left out, since PALIMPSEST_TEST_PG_URL names no Postgres server`);
    continue;
  }
  lost += await soak(engine, {
    seconds,
    rate: Number(values.rate),
    reportSeconds: values.quick ? 4 : 60,
    print: (line) => console.log(`${name}: ${line}`),
  });
}
process.exitCode = lost === 0 ? 0 : 1;
