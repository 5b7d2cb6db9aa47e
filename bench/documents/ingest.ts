import { setTimeout as sleep } from "node:timers/promises";
import { callAs } from "../cognition/call-as.js";
import { type EngineName, openStore } from "../lib/store.js";
import { compare, summarise } from "../lib/timing.js";
import { makeWorkload } from "../lib/workload.js";
import type { Figure } from "./figure.js";
import { inputOf, longText, noteOf } from "./notes.js";

const mostPerNote = { embedded: 150, postgres: 60 };

/** What a note of 2,000 tokens takes, and a long document, and what others wait for meanwhile. */
export async function measureIngest(
  engine: EngineName,
  { notes, characters }: { notes: number; characters: number },
): Promise<Figure[]> {
  const store = await openStore(engine);
  const { memory } = store;
  const workload = makeWorkload(2);
  try {
    const texts = Array.from({ length: notes + 20 }, (_, n) => noteOf(workload, n));
    const { note } = await compare(notes, {
      note: (n) => callAs(memory, "ingestArtifact", inputOf(texts[n]!)),
    });
    const alone = await othersWhile(memory, sleep(3_000));
    const text = longText(workload, characters);
    const started = performance.now();
    const ingesting = callAs(memory, "ingestArtifact", inputOf(text));
    const beside = await othersWhile(memory, ingesting);
    const seconds = (performance.now() - started) / 1_000;
    const of = `${characters.toLocaleString("en")} characters`;
    return [
      { engine, step: "ingest a note", value: note.p50, unit: "ms p50" },
      { engine, step: "ingest a note", value: note.p95, unit: "ms p95", most: mostPerNote[engine] },
      { engine, step: `ingest ${of}`, value: seconds, unit: "s", most: 20 },
      { engine, step: `others beside ${of}`, value: beside.p50, unit: "ms p50" },
      { engine, step: `others beside ${of}`, value: beside.p95, unit: "ms p95", most: 100 },
      { engine, step: "others alone", value: alone.p95, unit: "ms p95" },
    ];
  } finally {
    await store.close();
  }
}

/** What other calls take, one after the other, until something has ended: writes and searches in turn. */
async function othersWhile(memory: Parameters<typeof callAs>[0], work: Promise<unknown>) {
  let isOver = false;
  const over = work.finally(() => {
    isOver = true;
  });
  const times: number[] = [];
  for (let n = 0; !isOver; n++) {
    const started = performance.now();
    await (n % 2 === 0
      ? callAs(memory, "remember", { text: `The heron number ${Math.random()} stood at the pier.` }, "other")
      : callAs(memory, "recall", { query: "Where did the heron stand?" }, "other"));
    times.push(performance.now() - started);
    await sleep(10);
  }
  await over;
  return summarise(times);
}
