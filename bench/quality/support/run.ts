import type { Conversation } from "../../lib/corpus.js";
import { deliver } from "../../lib/report.js";
import { type EngineName, openStore } from "../../lib/store.js";
import { calibrate, calibrationTable } from "../fit/relevance.js";
import type { Explained } from "../fit/weights.js";
import { type Compared, compare } from "../judge.js";
import type { Options } from "../options.js";
import { loadStories } from "./load-stories.js";
import { oneDesk } from "./one-desk.js";
import type { Half } from "./read-story.js";
import { type Report, reportOf, tableOf } from "./report.js";

const compareInFreshStore = async (desk: Conversation, engine: EngineName): Promise<Compared> => {
  const store = await openStore(engine);
  try {
    return await compare(store.memory, [desk]);
  } finally {
    await store.close();
  }
};

/** What support stories answer, and what they answer although they should not, for each half. */
export const runSupport = async (options: Options): Promise<void> => {
  const { engine, json, relevance, "held-out": heldOut } = options;
  const stories = await loadStories(new URL("../../../quality/support/stories/", import.meta.url));
  const halves: Partial<Record<Half, Report>> = {};
  const answered: Explained[] = [];
  for (const half of heldOut ? (["given", "held-out"] as const) : (["given"] as const)) {
    const desk = oneDesk(
      `support-${half}`,
      stories.filter((story) => story.half === half),
    );
    const compared = await compareInFreshStore(desk, engine as EngineName);
    halves[half] = reportOf(compared);
    answered.push(...compared.product);
  }
  const calibration = relevance ? calibrate(answered) : undefined;
  const result = { corpus: "support", engine, halves, calibration };
  const table = [tableOf(halves), ...(calibration ? [calibrationTable(calibration)] : [])].join("\n\n");
  await deliver(`quality-support-${engine}`, result, table, json);
};
