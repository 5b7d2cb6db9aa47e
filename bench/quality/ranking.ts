import type { Corpus } from "../lib/corpus.js";
import { loadLocomo } from "../lib/locomo.js";
import { longCorpus } from "../lib/long-corpus.js";
import { type Quality, qualityByCategory } from "../lib/metrics.js";
import { deliver } from "../lib/report.js";
import { type EngineName, openStore } from "../lib/store.js";
import { type Cell, formatTable } from "../lib/table.js";
import { leaveOneOut, leaveOneOutTable } from "./fit/leave-one-out.js";
import { lengthsLeftOut, lengthsTable, tryLengths } from "./fit/lengths.js";
import { calibrate, calibrationTable } from "./fit/relevance.js";
import { compare } from "./judge.js";
import { type Options, usage } from "./options.js";

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

/** How high the evidence of every question stands, by category. */
export const runRanking = async (options: Options): Promise<void> => {
  const { corpus: name, data, engine, json } = options;
  const corpus = await loadCorpus(name, data);
  const store = await openStore(engine as EngineName);
  try {
    const { floor, product, again } = await compare(store.memory, corpus.conversations);
    const scores = { floor: qualityByCategory(floor), product: qualityByCategory(product) };
    const left = options["leave-one-out"] ? leaveOneOut(product) : undefined;
    const lengths = options["leave-one-out"] ? lengthsLeftOut(await tryLengths(again)) : undefined;
    const calibration = options.relevance ? calibrate(product) : undefined;
    const table = [
      ...corpus.notes,
      "",
      tableOf(scores.floor, scores.product),
      ...(calibration ? ["", calibrationTable(calibration)] : []),
      ...(left ? ["", leaveOneOutTable(left, scores.product.all!)] : []),
      ...(lengths ? ["", lengthsTable(lengths)] : []),
    ].join("\n");
    const result = {
      corpus: corpus.name,
      engine,
      notes: corpus.notes,
      ...scores,
      leaveOneOut: left,
      lengths,
      calibration,
    };
    await deliver(`quality-${corpus.name}-${engine}`, result, table, json);
  } finally {
    await store.close();
  }
};
