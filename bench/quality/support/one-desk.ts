import type { Conversation } from "../../lib/corpus.js";

/** The stories of several customers as one desk remembers them: in the order of time, searched together. */
export const oneDesk = (id: string, stories: readonly Conversation[]): Conversation => {
  const turns = stories.flatMap((story) =>
    story.turns.map((turn) => ({
      ...turn,
      id: `${story.id}:${turn.id}`,
      session: `${story.id}-${turn.session}`,
    })),
  );
  const questions = stories.flatMap((story) =>
    story.questions.map((question) => ({
      ...question,
      evidence: question.evidence.map((turn) => `${story.id}:${turn}`),
    })),
  );
  return { id, turns: turns.sort((x, y) => x.at.localeCompare(y.at)), questions };
};
