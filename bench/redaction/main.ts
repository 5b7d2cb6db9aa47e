import { parseArgs } from "node:util";
import { findSensitive } from "@palimpsest/core";
import { deliver } from "../lib/report.js";
import { formatTable } from "../lib/table.js";
import { tuned } from "./cases/index.js";
import { heldOut } from "./held-out/index.js";
import { casesOf, type Score, score, share } from "./score.js";

const usage = "Usage: npm run bench:redaction -- [--held-out] [--misses] [--json]";

const percent = (value: number) => `${(100 * value).toFixed(1)}%`;

const rowOf = (one: Score) => [
  one.detector,
  String(one.plain.all),
  percent(share(one.plain)),
  String(one.disguised.all),
  percent(share(one.disguised)),
  percent(share({ found: one.precise.right, all: one.precise.all })),
];

/** Precision and recall of the detectors, on the cases that they were made with or on those that were held out. */
export const runBenchmark = async (args: string[]): Promise<void> => {
  const { values } = parseArgs({
    args,
    options: {
      "held-out": { type: "boolean", default: false },
      misses: { type: "boolean", default: false },
      json: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) return void process.stdout.write(`${usage}\n`);
  const scores = score(casesOf(values["held-out"] ? heldOut : tuned, 8), findSensitive);
  if (values.misses) {
    for (const { detector, missed, wrong } of scores) {
      for (const text of missed) process.stderr.write(`${detector} missed: ${text}\n`);
      for (const text of wrong) process.stderr.write(`${detector} wrong: ${text}\n`);
    }
  }
  const header = ["detector", "plain", "recall", "disguised", "recall", "precision"];
  const result = { corpus: values["held-out"] ? "held-out" : "tuned", scores };
  await deliver("redaction", result, formatTable(header, scores.map(rowOf)), values.json);
};
