import { type EngineName, openStore } from "../lib/store.js";
import { compare } from "../lib/timing.js";
import { makeWorkload } from "../lib/workload.js";
import { callAs } from "./call-as.js";
import { type Figure, figuresOf } from "./figure.js";
import { fillKinds } from "./fill-kinds.js";

/** The most that a recall of four kinds may take, in milliseconds, and of the time that a search of one takes. */
const targets = { ms: 25, share: 1.5 };
const six = ["fact", "episode", "procedure", "censor", "decision", "chunk"];

/** Recall across kinds beside a search of one kind, in a store with memories of six. */
export async function measureRecall(engine: EngineName, memories: number, rounds: number): Promise<Figure[]> {
  const store = await openStore(engine);
  try {
    const workload = makeWorkload(1);
    await fillKinds(store.memory, workload, memories);
    await store.reopen();
    const { memory } = store;
    const queries = Array.from({ length: rounds + 20 }, () => workload.query());
    const asked = (n: number) => ({ query: queries[n % queries.length]! });
    const timings = await compare(rounds, {
      "search facts": (n) => callAs(memory, "searchFacts", asked(n)),
      "recall four kinds": (n) => callAs(memory, "heartRecall", asked(n)),
      "recall six kinds": (n) => callAs(memory, "heartRecall", { ...asked(n), types: six }),
    });
    // The share is of what a search of one kind takes in the same run.
    const target = Math.min(targets.ms, targets.share * timings["search facts"].p95);
    const recalls = engine === "postgres" ? { "recall four kinds": target, "recall six kinds": target } : {};
    return figuresOf(engine, timings, recalls).map((figure) => ({
      ...figure,
      step: `${figure.step}, ${memories} memories`,
    }));
  } finally {
    await store.close();
  }
}
