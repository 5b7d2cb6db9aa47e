import { callAs } from "../cognition/call-as.js";
import { type EngineName, openStore } from "../lib/store.js";
import { compare } from "../lib/timing.js";
import { makeWorkload } from "../lib/workload.js";
import { cloneMemories } from "../speed/clone.sql.js";
import { extractNotes } from "./extraction.js";
import type { Figure } from "./figure.js";
import { perNote } from "./notes.js";

/** So many notes are written through the product; the other events are copies of theirs. */
const mostNotes = 400;
const most = { postgres: 30, embedded: undefined };

/** What a search of events takes beside so many of them. */
export async function measureSearch(
  engine: EngineName,
  { events, rounds }: { events: number; rounds: number },
): Promise<Figure[]> {
  const store = await openStore(engine);
  try {
    const notes = Math.min(mostNotes, Math.ceil(events / perNote));
    await extractNotes(store.memory, makeWorkload(4), notes);
    const copies = Math.max(0, Math.round(events / (notes * perNote)) - 1);
    await cloneMemories(store.memory.services.db, copies, "semantic_event");
    await store.reopen();
    const { memory } = store;
    const search = (input: object) =>
      callAs(memory, "searchSemanticEvents", { channel: "private", ...input });
    const plan = (n: number) => `plan number ${n % notes}`;
    const timings = await compare(rounds, {
      "by words": (n) => search({ query: plan(n) }),
      "by common words": () => search({ query: "plan number" }),
      "by any of the words": (n) => search({ query: `plan number ${notes + n}` }),
      "by words and category": (n) => search({ query: plan(n), category: "Decision" }),
      "by category alone": () => search({ category: "Decision" }),
      "by time": () => search({ time_from: "2026-03-30", time_to: "2026-04-01" }),
      "by category and time": () => search({ category: "Commitment", time_from: "2026-03-01" }),
    });
    return Object.entries(timings).map(([step, { p95 }]) => ({
      ...{ engine, step: `search ${events.toLocaleString("en")} events ${step}`, value: p95, unit: "ms p95" },
      most: most[engine],
    }));
  } finally {
    await store.close();
  }
}
