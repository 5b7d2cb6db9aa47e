import { loadavg } from "node:os";
import { parseArgs } from "node:util";
import { deliver } from "../lib/report.js";
import { formatTable } from "../lib/table.js";
import { measureQueue } from "./empty-jobs.js";
import { measureExtraction } from "./extraction.js";
import { type Figure, toldTarget } from "./figure.js";
import { measureIngest } from "./ingest.js";
import { measureSearch } from "./search.js";

const usage = `Usage: npm run bench:documents -- [--only ingest|extraction|search|queue] [--engine postgres|embedded] [--json]
         [--notes 200] [--characters 1000000] [--documents 200] [--events 100000] [--rounds 100] [--jobs 5000]
  The embedded engine is searched with a tenth of the events.`;
const engines = ["postgres", "embedded"] as const;
const parts = ["ingest", "extraction", "search", "queue"] as const;

/** What documents cost: to ingest them, to extract and to search their events, and the queue between. */
export const runBenchmark = async (args: string[]): Promise<void> => {
  const { values } = parseArgs({
    args,
    options: {
      only: { type: "string" },
      engine: { type: "string" },
      notes: { type: "string", default: "200" },
      characters: { type: "string", default: "1000000" },
      documents: { type: "string", default: "200" },
      events: { type: "string", default: "100000" },
      rounds: { type: "string", default: "100" },
      jobs: { type: "string", default: "5000" },
      json: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) return void process.stdout.write(`${usage}\n`);
  const count = (given: string) => Number(given);
  const [notes, characters, documents] = [values.notes, values.characters, values.documents].map(count);
  const [events, rounds, jobs] = [values.events, values.rounds, values.jobs].map(count);
  const counts = [notes, characters, documents, events, rounds, jobs];
  const chosen = engines.filter((engine) => (values.engine ?? engine) === engine);
  const asked = parts.filter((part) => (values.only ?? part) === part);
  if (!counts.every((n) => Number.isInteger(n) && n! > 0) || chosen.length === 0 || asked.length === 0) {
    throw new Error(usage);
  }
  const figures: Figure[] = [];
  for (const engine of chosen) {
    const ofEngine = Math.ceil(events! * (engine === "embedded" ? 0.1 : 1));
    const measured = {
      ingest: () => measureIngest(engine, { notes: notes!, characters: characters! }),
      extraction: () => measureExtraction(engine, documents!),
      search: () => measureSearch(engine, { events: ofEngine, rounds: rounds! }),
      queue: () => measureQueue(engine, jobs!),
    };
    for (const part of asked) figures.push(...(await measured[part]()));
  }
  const table = formatTable(
    ["engine", "step", "value", "unit", "target"],
    figures.map((figure) => [figure.engine, figure.step, figure.value, figure.unit, toldTarget(figure)]),
  );
  await deliver("documents", { load: loadavg()[0], figures }, table, values.json);
};
