import { parseArgs } from "node:util";
import { runRanking } from "./ranking.js";
import { runSupport } from "./support/run.js";

export const runBenchmark = async (args: string[]): Promise<void> => {
  const { values } = parseArgs({
    args,
    options: {
      data: { type: "string" },
      corpus: { type: "string", default: "locomo" },
      engine: { type: "string", default: "embedded" },
      "held-out": { type: "boolean", default: false },
      "leave-one-out": { type: "boolean", default: false },
      relevance: { type: "boolean", default: false },
      json: { type: "boolean", default: false },
    },
  });
  await (values.corpus === "support" ? runSupport(values) : runRanking(values));
};
