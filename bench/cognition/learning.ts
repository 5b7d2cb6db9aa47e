import { ensureVectorIndex, type Memory } from "@palimpsest/core";
import { type EngineName, openStore } from "../lib/store.js";
import { compare } from "../lib/timing.js";
import { makeWorkload } from "../lib/workload.js";
import { callAs } from "./call-as.js";
import { type Figure, figuresOf } from "./figure.js";
import { loadFacts } from "./load-facts.js";

/** The most milliseconds at the 95th percentile. */
const targets: Record<EngineName, Record<string, number>> = {
  postgres: { "learn a new fact": 15, "learn a known fact": 15, "check a text": 10 },
  embedded: { "learn a new fact": 30, "learn a known fact": 30, "check a text": 10 },
};

export interface LearningSizes {
  facts: number;
  censors: number;
  rounds: number;
}

async function addCensors(memory: Memory, patterns: readonly string[]): Promise<void> {
  for (const trigger_pattern of patterns)
    await callAs(memory, "addCensor", { trigger_pattern, reason: "it went wrong before" });
}

/** Learning, with the search for what is known already, and the check of a text against all censors. */
export async function measureLearning(
  engine: EngineName,
  { facts, censors, rounds }: LearningSizes,
): Promise<Figure[]> {
  const store = await openStore(engine);
  try {
    const workload = makeWorkload(1);
    const known = Array.from({ length: facts }, () => workload.message().text);
    await callAs(store.memory, "status", {});
    await loadFacts(store.memory, "bot", known);
    await addCensors(
      store.memory,
      Array.from({ length: censors }, () => workload.query()),
    );
    await ensureVectorIndex(store.memory.services.db);
    await store.memory.services.db.ownerStatements((tx) => tx.query("vacuum analyze"));
    await store.reopen();
    const { memory } = store;
    const texts = Array.from({ length: 2 * rounds + 40 }, () => workload.message().text);
    const timings = await compare(rounds, {
      "learn a new fact": (n) => callAs(memory, "learnFact", { content: texts[n]! }),
      "learn a known fact": (n) => callAs(memory, "learnFact", { content: known[n % known.length]! }),
      "check a text": (n) => callAs(memory, "checkCensors", { text: texts[rounds + 20 + n]! }),
    });
    const sized = (step: string) =>
      step === "check a text" ? `${step} against ${censors} censors` : `${step} beside ${facts}`;
    return figuresOf(engine, timings, targets[engine]).map((figure) => ({
      ...figure,
      step: sized(figure.step),
    }));
  } finally {
    await store.close();
  }
}
