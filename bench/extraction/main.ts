import { parseArgs } from "node:util";
import {
  countTokens,
  eventCategories,
  extractByRules,
  type SourceDocument,
  verifyEvidence,
} from "@palimpsest/core";
import { deliver } from "../lib/report.js";
import { formatTable } from "../lib/table.js";
import { type GoldDocument, type Half, halves, readCorpus } from "./corpus.js";
import { countsOf, type Judgement, judge, scores } from "./judge.js";

const usage = "Usage: npm run bench:extraction -- [--mistakes] [--seconds 10] [--json]";
const targets = { f1: 0.7, evidence: 1, documentsPerMinute: 200 };

interface HalfResult {
  half: Half;
  documents: number;
  judgements: Judgement[];
  /** The share of events whose quotes stand in the text at their offsets. */
  evidence: number;
  /** Of the matched events whose day the annotator gave, the share with the same one. */
  days: number;
}

async function judgeHalf(half: Half): Promise<HalfResult> {
  const documents = readCorpus(half);
  const judgements: Judgement[] = [];
  let [events, verified, dated, sameDay] = [0, 0, 0, 0];
  for (const { document, gold } of documents) {
    const found = (await extractByRules(document)).events;
    const judgement = judge(gold, found);
    judgements.push(judgement);
    events += found.length;
    verified += found.filter(({ evidence }) =>
      evidence.every((one) => {
        const result = verifyEvidence(document.text, one);
        return result.ok && !result.repaired;
      }),
    ).length;
    for (const { gold: one, event } of judgement.pairs) {
      if (one.day === undefined) continue;
      dated++;
      if (event.event_time?.startsWith(one.day)) sameDay++;
    }
  }
  return {
    half,
    documents: documents.length,
    judgements,
    evidence: verified / events,
    days: sameDay / dated,
  };
}

/** How many documents of about 2,000 tokens are read in a minute. */
async function measureSpeed(corpus: GoldDocument[], seconds: number): Promise<number> {
  const documents = longDocuments(corpus);
  for (const document of documents) await extractByRules(document);
  const start = performance.now();
  let read = 0;
  while (performance.now() - start < seconds * 1_000) {
    await extractByRules(documents[read % documents.length]!);
    read++;
  }
  return (read / (performance.now() - start)) * 60_000;
}

function longDocuments(corpus: GoldDocument[]): SourceDocument[] {
  const long: SourceDocument[] = [];
  for (const { document } of corpus) {
    const last = long.at(-1);
    if (last === undefined || last.type !== document.type || countTokens(last.text) >= 2_000) {
      long.push({ ...document });
    } else last.text += `\n\n${document.text}`;
  }
  return long
    .filter(({ text }) => countTokens(text) >= 1_000)
    .map((document) => ({
      ...document,
      text: fill(document.text),
    }));
}

function fill(text: string): string {
  let filled = text;
  while (countTokens(filled) < 2_000) filled += `\n\n${text}`;
  return filled;
}

/** Mistakes are printed for the tuning half alone: the other one must stay unread. */
function mistakesOf({ judgements }: HalfResult, documents: GoldDocument[]): string {
  return judgements
    .flatMap(({ missed, extra }, i) => [
      ...missed.map(({ category, quote }) => `${documents[i]!.name}  missed  ${category}: ${quote}`),
      ...extra.map(
        ({ category, evidence }) => `${documents[i]!.name}  extra   ${category}: ${evidence[0]!.quote}`,
      ),
    ])
    .join("\n");
}

export async function runBenchmark(args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: {
      mistakes: { type: "boolean", default: false },
      seconds: { type: "string", default: "10" },
      json: { type: "boolean", default: false },
    },
  });
  const seconds = Number(values.seconds);
  if (!(seconds >= 0)) throw new Error(usage);
  const results = await Promise.all(halves.map(judgeHalf));
  const rows = results.flatMap(({ half, judgements }) =>
    [...eventCategories, undefined].map((category) => {
      const counts = countsOf(judgements, category);
      const { precision, recall, f1 } = scores(counts);
      const shown = [precision, recall, f1].map((value) => value.toFixed(2));
      return [half, category ?? "all", `${counts.gold}`, `${counts.found}`, ...shown];
    }),
  );
  if (values.mistakes) process.stderr.write(`${mistakesOf(results[0]!, readCorpus("tuning"))}\n\n`);
  const heldOut = results[1]!;
  const f1 = scores(countsOf(heldOut.judgements)).f1;
  const evidence = Math.min(...results.map((result) => result.evidence));
  const perMinute = seconds === 0 ? undefined : await measureSpeed(halves.flatMap(readCorpus), seconds);
  const isMet =
    f1 >= targets.f1 &&
    evidence >= targets.evidence &&
    (perMinute === undefined || perMinute >= targets.documentsPerMinute);
  const lines = [
    formatTable(["half", "category", "gold", "found", "precision", "recall", "F1"], rows),
    "",
    ...results.map(
      ({ half, documents, evidence: share, days }) =>
        `${half}: ${documents} documents, ${(share * 100).toFixed(1)}% of events with evidence that verifies, ${(days * 100).toFixed(0)}% of the given days the same`,
    ),
    ...(perMinute === undefined ? [] : [`${Math.round(perMinute)} documents of 2,000 tokens a minute`]),
    `${isMet ? "Meets" : "Misses"} the targets: F1 of the held-out half at least ${targets.f1}, all evidence verifies, ${targets.documentsPerMinute} documents a minute.`,
  ];
  await deliver("extraction", { rows, f1, evidence, perMinute }, lines.join("\n"), values.json);
  return isMet ? 0 : 1;
}
