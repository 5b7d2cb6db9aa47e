import type { Conversation, Question, Turn } from "../../lib/corpus.js";

export type Half = "given" | "held-out";

export interface Story extends Conversation {
  readonly title: string;
  readonly half: Half;
}

/** The kinds of questions, and whether they name turns as evidence. */
export const kinds = { shared: true, reworded: true, unmentioned: false, unsaid: false } as const;
export type Kind = keyof typeof kinds;

const minute = 60_000;
const longDate = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" });

type Roles = ReadonlyMap<string, Turn["role"]>;

const readRoles = (line: string): Roles =>
  new Map(
    line.split(", ").map((entry): [string, Turn["role"]] => {
      const [, speaker, role] = /^(\p{L}+) (human|agent)$/u.exec(entry) ?? [];
      if (!speaker) throw new Error(`not a speaker and a role: ${entry}`);
      return [speaker, role as Turn["role"]];
    }),
  );

const readTurn = (line: string, id: string, roles: Roles, session: string, at: Date): Turn => {
  const [, number, speaker, text] = /^(\d+) (\p{L}+): (.+)$/u.exec(line) ?? [];
  const role = speaker === undefined ? undefined : roles.get(speaker);
  if (number !== id || !speaker || !role || !text) throw new Error(`not turn ${id} of a speaker: ${line}`);
  const floorText = `(${longDate.format(at)}) ${speaker} said, "${text}"`;
  return { id, session, speaker, role, text, at: at.toISOString(), floorText };
};

const readQuestion = (line: string): Question => {
  const [, kind, ids, text] = /^([a-z]+)((?: \d+)*): (.+)$/u.exec(line) ?? [];
  const evidence = ids?.split(" ").filter(Boolean) ?? [];
  if (!text || kinds[kind as Kind] !== evidence.length > 0) throw new Error(`not a question: ${line}`);
  return { text, category: kind!, evidence };
};

/**
 * Reads one story: a heading of `title`, `half` and `speakers`; sessions that start with their date and time, whose
 * turns are numbered through the story and a minute apart; then the questions with the numbers of their evidence.
 */
export const readStory = (id: string, source: string): Story => {
  const [head = "", ...parts] = source.trim().split("\n\n");
  const heading = /^title: (.+)\nhalf: (given|held-out)\nspeakers: (.+)$/.exec(head);
  const last = parts.pop()?.split("\n");
  if (!heading || last?.[0] !== "questions") throw new Error(`${id} lacks its heading or its questions`);
  const roles = readRoles(heading[3]!);
  const turns: Turn[] = [];
  parts.forEach((part, session) => {
    const [date, ...lines] = part.split("\n");
    const start = Date.parse(`${date!.replace(" ", "T")}Z`);
    lines.forEach((line, index) => {
      const at = new Date(start + index * minute);
      turns.push(readTurn(line, String(turns.length + 1), roles, String(session + 1), at));
    });
  });
  const questions = last.slice(1).map(readQuestion);
  return { id, title: heading[1]!, half: heading[2] as Half, turns, questions };
};
