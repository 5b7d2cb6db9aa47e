import { people, places } from "./long-facts.js";
import type { Topic } from "./long-topics.js";
import type { Random } from "./random.js";

export interface Case {
  readonly topic: Topic;
  readonly thing: string;
  readonly trouble: readonly [told: string, asked: string];
  readonly remedy: string;
}

type Sentence = (topic: Topic, random: Random) => string;

const sentences: readonly Sentence[] = [
  (t, r) =>
    `Before you ${r.pick(t.actions)} anything, look at the ${r.pick(t.things)} and ask whether it is ${r.pick(t.qualities)} or merely ${r.pick(t.qualities)}.`,
  (t, r) =>
    `Many people ${r.pick(t.actions)} the ${r.pick(t.things)} too early, and then the ${r.pick(t.things)} ends up ${r.pick(t.qualities)}.`,
  (t, r) =>
    `A ${r.pick(t.qualities)} ${r.pick(t.things)} is not a problem on its own; it only matters once the ${r.pick(t.things)} ${r.pick(t.troubles)[0]}.`,
  (t, r) =>
    `If you have ${r.int(2, 9)} spare hours, ${r.pick(t.actions)} it first, ${r.pick(t.actions)} it again on the following day, and write down what changed.`,
  (t, r) =>
    `Beginners' guides to ${t.name} often recommend ${r.pick(t.remedies)}, which has its place but costs time.`,
  (t, r) =>
    `Think of the ${r.pick(t.things)} and the ${r.pick(t.things)} as one system: whatever makes the first ${r.pick(t.qualities)} will show in the second within ${r.int(2, 6)} weeks.`,
  (_t, r) =>
    `As somebody in a workshop in ${r.pick(places)} once put it, patience is cheaper than material, and notes are cheaper than both.`,
  (t, r) =>
    `You could also ${r.pick(t.actions)} in two passes: the first rough, the second with a ${r.pick(t.qualities)} result in mind.`,
  (t, r) =>
    `Do keep a small log with the date, the temperature and the state of the ${r.pick(t.things)}; after a month a pattern shows.`,
  (t, r) =>
    `Should it turn ${r.pick(t.qualities)}, stop, let it rest, and ${r.pick(t.actions)} only the part that needs it.`,
  (_t, r) =>
    `Perhaps ${r.pick(people)} would enjoy helping with this step, since four hands make it a great deal easier.`,
  (t, r) =>
    `There is some debate on whether to ${r.pick(t.actions)} or to ${r.pick(t.actions)} first; in practice the order matters less than doing both.`,
];

const openings = [
  "Happy to help with that.",
  "Good question, and a common one.",
  "Let us take this step by step.",
  "There are several possible reasons, so here is how I would go about it.",
];

const wordCount = (text: string): number => text.split(/\s+/).length;

/** An assistant's answer of 150 to 600 words: the case itself once or twice, the rest general talk of its topic. */
export const longAnswer = (c: Case, random: Random): string => {
  const target = random.int(150, 560);
  const { topic, thing, trouble, remedy } = c;
  const before: string[] = [
    `${random.pick(openings)} When the ${thing} ${trouble[0]}, the cause is usually simple.`,
  ];
  const body: string[] = [];
  while (wordCount(body.join(" ")) < target) body.push(random.pick(sentences)(topic, random));
  const at = random.int(1, body.length - 1);
  body.splice(at, 0, `What I would try here is ${remedy}, because it deals with exactly this.`);
  return [...before, ...body].join(" ");
};
