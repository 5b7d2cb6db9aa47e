import { expect, test } from "vitest";
import { analyse } from "../../lib/analyse.js";
import type { Question } from "../../lib/corpus.js";
import { loadStories } from "./load-stories.js";
import type { Kind, Story } from "./read-story.js";

const stories = await loadStories(new URL("./stories/", import.meta.url));

const words = (texts: readonly string[]): Set<string> => new Set(texts.flatMap(analyse));
const isIn = (known: ReadonlySet<string>) => (question: Question) =>
  analyse(question.text).filter((word) => known.has(word));

const ofKind = ({ questions }: Story, kind: Kind) => questions.filter((q) => q.category === kind);
const turnsOf = ({ turns }: Story, { evidence }: Question) => turns.filter((t) => evidence.includes(t.id));
/** What people said, without the names of the two who speak: a name alone is no topic. */
const topicsOf = (story: Story, texts: readonly string[]): Set<string> => {
  const names = words(story.turns.map((turn) => turn.speaker));
  return new Set([...words(texts)].filter((word) => !names.has(word)));
};
const repeated = (texts: readonly string[]) => texts.filter((text, i) => texts.indexOf(text) !== i);

test("there are at least twelve stories, and half of them are held out", () => {
  expect(stories.length).toBeGreaterThanOrEqual(12);
  expect(stories.filter((s) => s.half === "held-out")).toHaveLength(stories.length / 2);
});

test.each(stories)("$id has 30 to 60 turns by two speakers, in the order of time", ({ turns }) => {
  expect(turns.length).toBeGreaterThanOrEqual(30);
  expect(turns.length).toBeLessThanOrEqual(60);
  expect(new Set(turns.map((turn) => turn.speaker)).size).toBe(2);
  const times = turns.map((turn) => turn.at);
  expect(times).toEqual([...times].sort());
});

test.each(stories)("$id asks 10 + 5 + 5 + 5 questions about turns that exist", (story) => {
  const count = (kind: Kind) => ofKind(story, kind).length;
  expect([count("shared"), count("reworded"), count("unmentioned"), count("unsaid")]).toEqual([10, 5, 5, 5]);
  for (const question of story.questions) {
    expect(turnsOf(story, question), question.text).toHaveLength(question.evidence.length);
  }
});

test.each(stories)("$id: a shared question has a word of its evidence", (story) => {
  for (const question of ofKind(story, "shared")) {
    const said = turnsOf(story, question).map((turn) => turn.text);
    expect(isIn(topicsOf(story, said))(question), question.text).not.toEqual([]);
  }
});

test.each(stories)("$id: a reworded question has no word of its evidence", (story) => {
  for (const question of ofKind(story, "reworded")) {
    const said = turnsOf(story, question).map((turn) => turn.text);
    expect(isIn(words(said))(question), question.text).toEqual([]);
  }
});

test.each(stories)("$id: a question about something unmentioned has no word of any story", (story) => {
  const everything = words(stories.flatMap(({ turns }) => turns.map((turn) => turn.floorText)));
  for (const question of ofKind(story, "unmentioned")) {
    expect(analyse(question.text), question.text).not.toEqual([]);
    expect(isIn(everything)(question), question.text).toEqual([]);
  }
});

test.each(stories)("$id: a question about something unsaid has a word of its story", (story) => {
  const topics = topicsOf(
    story,
    story.turns.map((turn) => turn.text),
  );
  for (const question of ofKind(story, "unsaid")) {
    expect(isIn(topics)(question), question.text).not.toEqual([]);
  }
});

test("no title, question or longer turn occurs twice", () => {
  expect(repeated(stories.map((story) => story.title))).toEqual([]);
  expect(repeated(stories.flatMap(({ questions }) => questions.map((q) => q.text)))).toEqual([]);
  const turns = stories.flatMap((story) => story.turns.map((turn) => turn.text));
  expect(repeated(turns.filter((text) => analyse(text).length > 2))).toEqual([]);
});
