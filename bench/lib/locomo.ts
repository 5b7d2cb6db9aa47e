import { readFile } from "node:fs/promises";
import type { Conversation, Corpus, Question, Turn } from "./corpus.js";
import { repairEvidence } from "./evidence.js";

interface RawTurn {
  readonly speaker: string;
  readonly dia_id: string;
  readonly text: string;
  readonly blip_caption?: string;
}

interface RawQuestion {
  readonly question: string;
  readonly category: number;
  readonly evidence: readonly string[];
}

interface RawEntry {
  readonly sample_id: string;
  readonly conversation: Readonly<Record<string, string | readonly RawTurn[]>>;
  readonly qa: readonly RawQuestion[];
}

const categories: Readonly<Record<number, string>> = {
  1: "multi-hop",
  2: "temporal",
  3: "open-domain",
  4: "single-hop",
  5: "adversarial",
};

const months = "january february march april may june july august september october november december".split(
  " ",
);

/** "1:56 pm on 8 May, 2023", read as UTC. */
export const parseSessionDate = (text: string): Date => {
  const found = /(\d+):(\d+) (am|pm) on (\d+) (\w+), (\d+)/i.exec(text);
  if (!found) throw new Error(`not a session date: ${text}`);
  const [, hour, minute, half, day, month, year] = found;
  const hours = (Number(hour) % 12) + (half!.toLowerCase() === "pm" ? 12 : 0);
  return new Date(
    Date.UTC(Number(year), months.indexOf(month!.toLowerCase()), Number(day), hours, Number(minute)),
  );
};

const readTurns = (entry: RawEntry): Turn[] => {
  const { conversation } = entry;
  const sessions = Object.keys(conversation)
    .filter((key) => /^session_\d+$/.test(key))
    .sort((x, y) => Number(x.slice(8)) - Number(y.slice(8)));
  return sessions.flatMap((session) => {
    const date = conversation[`${session}_date_time`] as string;
    const start = parseSessionDate(date).getTime();
    return (conversation[session] as readonly RawTurn[]).map((turn, index): Turn => {
      const shared = turn.blip_caption ? ` [shares ${turn.blip_caption}]` : "";
      return {
        id: turn.dia_id,
        session,
        speaker: turn.speaker,
        role: "human",
        text: `${turn.text}${shared}`,
        at: new Date(start + index * 60_000).toISOString(),
        floorText: `(${date}) ${turn.speaker} said, "${turn.text}"${shared}`,
      };
    });
  });
};

/** Reads LoCoMo's `locomo10.json` or a part of it. */
export const loadLocomo = async (path: string): Promise<Corpus> => {
  const entries = JSON.parse(await readFile(path, "utf8")) as readonly RawEntry[];
  let repaired = 0;
  let dropped = 0;
  let unanswerable = 0;
  const conversations = entries.map((entry): Conversation => {
    const turns = readTurns(entry);
    const known = new Set(turns.map((turn) => turn.id));
    const questions: Question[] = [];
    for (const { question, category, evidence } of entry.qa) {
      const mended = repairEvidence(evidence, known);
      repaired += mended.repaired;
      dropped += mended.dropped;
      if (mended.ids.length === 0) unanswerable++;
      else
        questions.push({
          text: question,
          category: categories[category] ?? String(category),
          evidence: mended.ids,
        });
    }
    return { id: entry.sample_id, turns, questions };
  });
  const notes = [
    `${repaired} evidence labels repaired, ${dropped} dropped (they name no turn)`,
    `${unanswerable} questions left out (no evidence)`,
  ];
  return { name: "locomo", conversations, notes };
};
