import type { SystemJobKind } from "../jobs/index.js";
import { indexedTexts, replaceTimes } from "../substrate/index.js";
import { toldTimes } from "../time/index.js";

const batch = 200;

/** Reads off the memories of an earlier release what they tell of. Until it is done they are found by when they were said. */
export const toldTimesFill: SystemJobKind = {
  kind: "told_times",
  async run(job) {
    let { done = 0, position } = job.progress;
    for (;;) {
      job.signal.throwIfAborted();
      const page = await job.step((tx) => indexedTexts(tx, position, batch));
      if (page.length === 0) return { end: "done" };
      position = Number(page.at(-1)!.reading_position);
      done += page.length;
      const told = page.map((memory) => ({ ...memory, times: toldTimes(memory.text, memory.occurred_at) }));
      await job.step((tx) => replaceTimes(tx, told), { done, position });
    }
  },
};
