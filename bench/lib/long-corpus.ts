import type { Conversation, Corpus, Question, Turn } from "./corpus.js";
import { type Case, longAnswer } from "./long-answer.js";
import { type Fact, makeFact } from "./long-facts.js";
import { topics } from "./long-topics.js";
import { type Random, seededRandom } from "./random.js";

const sessionsPerConversation = 40;
const exchangesPerSession = 4;
const start = Date.UTC(2024, 0, 8, 9, 0);
const day = 86_400_000;

const allCases = (random: Random): Case[] =>
  random.shuffle(
    topics.flatMap((topic) =>
      topic.things.flatMap((thing) =>
        topic.troubles.map(
          (trouble): Case => ({ topic, thing, trouble, remedy: random.pick(topic.remedies) }),
        ),
      ),
    ),
  );

const asks = [
  (c: Case) => `What did you suggest for the ${c.thing} that ${c.trouble[1]}?`,
  (c: Case) => `Which fix was it when my ${c.thing} ${c.trouble[1]}?`,
  (c: Case) => `You once told me what to try with the ${c.thing}, it ${c.trouble[1]}.`,
];

/** Facts whose question would be answered by an earlier one too are left out. */
const freshFact = (asked: Set<string>, random: Random): Fact => {
  for (;;) {
    const fact = makeFact(random);
    if (asked.has(fact.asked)) continue;
    asked.add(fact.asked);
    return fact;
  }
};

const makeConversation = (id: string, seed: number): Conversation => {
  const random = seededRandom(seed);
  const cases = allCases(random);
  const asked = new Set<string>();
  const turns: Turn[] = [];
  const questions: Question[] = [];
  const say = (session: number, role: Turn["role"], text: string): string => {
    const at = new Date(start + session * 3 * day + turns.length * 60_000).toISOString();
    const speaker = role === "human" ? "User" : "Assistant";
    const turn: Turn = {
      id: `${id}-${turns.length}`,
      session: `${id}-s${session}`,
      speaker,
      role,
      text,
      at,
      floorText: `(${at.slice(0, 10)}) ${speaker} said, "${text}"`,
    };
    turns.push(turn);
    return turn.id;
  };
  for (let session = 0; session < sessionsPerConversation; session++) {
    for (let exchange = 0; exchange < exchangesPerSession; exchange++) {
      const c = cases.pop()!;
      const withFact = random.next() < 0.4 && asked.size < 60;
      if (withFact) {
        const fact = freshFact(asked, random);
        const told = say(
          session,
          "human",
          `${fact.told} By the way, I have a question about ${c.topic.name}.`,
        );
        questions.push({ text: fact.asked, category: "user-fact", evidence: [told] });
      } else {
        say(
          session,
          "human",
          `Can you help me with ${c.topic.name}? Something is wrong with the ${c.thing}.`,
        );
      }
      const answered = say(session, "agent", longAnswer(c, random));
      questions.push({ text: random.pick(asks)(c), category: "assistant-advice", evidence: [answered] });
    }
  }
  return { id, turns, questions };
};

/**
 * Chats of short user messages and long assistant answers, made from templates with a fixed seed. Answers of one
 * topic share nearly all their words, questions say the trouble in other words than the answer did.
 */
export const longCorpus = (conversations = 4): Corpus => ({
  name: "long",
  conversations: Array.from({ length: conversations }, (_, i) =>
    makeConversation(`long-${i + 1}`, 20_240 + i),
  ),
  notes: ["generated from a fixed seed; one piece of evidence per question"],
});
