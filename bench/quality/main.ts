import { parseArgs } from "node:util";
import type { Corpus } from "../lib/corpus.js";
import { loadLocomo } from "../lib/locomo.js";
import { longCorpus } from "../lib/long-corpus.js";
import { type Judged, type Quality, qualityByCategory } from "../lib/metrics.js";
import { deliver } from "../lib/report.js";
import { type EngineName, openStore } from "../lib/store.js";
import { type Cell, formatTable } from "../lib/table.js";
import { judgeFloor } from "./floor.js";
import { judgeProduct } from "./product.js";

const depth = 50;
const usage = `Usage: npm run bench:quality -- --data PATH [--corpus locomo|long] [--engine embedded|postgres] [--json]
  --data    LoCoMo's locomo10.json (github.com/snap-research/LoCoMo, data/, CC BY-NC 4.0); not needed for "long"`;

const loadCorpus = async (name: string, data: string | undefined): Promise<Corpus> => {
  if (name === "long") return longCorpus();
  if (name !== "locomo" || data === undefined) throw new Error(usage);
  return loadLocomo(data);
};

const cells = (q: Quality): Cell[] => [q.r5, q.r10, q.r25, q.r50, q.ndcg10];

const tableOf = (floor: Record<string, Quality>, product: Record<string, Quality>): string => {
  const rows = Object.keys(product).flatMap((category): Cell[][] => {
    const [below, above] = [cells(floor[category]!), cells(product[category]!)];
    const gain = above.map((cell, i) => {
      const difference = Number(cell) - Number(below[i]);
      return `${difference < 0 ? "" : "+"}${difference.toFixed(1)}`.padStart(6);
    });
    return [
      [`${category} (${product[category]!.questions})`, "palimpsest", ...above],
      ["", "bm25", ...below],
      ["", "gain", ...gain],
    ];
  });
  return formatTable(["category", "ranking", "R@5", "R@10", "R@25", "R@50", "nDCG@10"], rows);
};

export const runBenchmark = async (args: string[]): Promise<void> => {
  const { values } = parseArgs({
    args,
    options: {
      data: { type: "string" },
      corpus: { type: "string", default: "locomo" },
      engine: { type: "string", default: "embedded" },
      json: { type: "boolean", default: false },
    },
  });
  const corpus = await loadCorpus(values.corpus, values.data);
  const floor: Judged[] = [];
  const product: Judged[] = [];
  const store = await openStore(values.engine as EngineName);
  try {
    for (const conversation of corpus.conversations) {
      process.stderr.write(`${conversation.id}: ${conversation.turns.length} turns\n`);
      floor.push(...judgeFloor(conversation, depth));
      product.push(...(await judgeProduct(store.memory, conversation, depth)));
    }
  } finally {
    await store.close();
  }
  const scores = { floor: qualityByCategory(floor), product: qualityByCategory(product) };
  const table = [...corpus.notes, "", tableOf(scores.floor, scores.product)].join("\n");
  const result = { corpus: corpus.name, engine: values.engine, notes: corpus.notes, ...scores };
  await deliver(`quality-${corpus.name}-${values.engine}`, result, table, values.json);
};
