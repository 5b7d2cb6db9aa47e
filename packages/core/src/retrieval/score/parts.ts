import type { Cues } from "../../substrate/index.js";
import type { QueryCues } from "../../text/index.js";
import type { LexicalScore } from "./lexical-score.js";
import { type Cue, cueWeights, maxOwnBefore, questionShare } from "./weights.js";

/** What a query asks for beside its words. */
export interface Asked extends QueryCues {
  /** The one speaker that it names. */
  speaker: string | undefined;
}

/** What the times that a query names say about a memory. */
export interface Then {
  /** How far it fits them, from 0 to 1. */
  fits: number;
  /** Nothing else is asked, so that this alone decides. */
  only: boolean;
}

/** What is known of a memory beside its words. */
interface Known {
  cues: Cues;
  timing: Then;
  speaker: string | null;
  meaning: number;
  agent: number;
}

/** What a score is made of. All but the last two are added up; those are factors. */
export type Parts = Record<keyof LexicalScore | Cue | "meaning" | "agent" | "trust", number>;

/** The parts of a memory's score before trust: each cue raises or lowers the match of words by a share of it. */
export function partsOf(lexical: LexicalScore, known: Known, asked: Asked): Parts {
  const { cues, timing, speaker, meaning, agent } = known;
  const { own, window, answer } = lexical;
  const { byAgent, withAgent, lastQuestion, ownBefore, others } = cues;
  const words = own + window + answer;
  const cue = (name: Cue, applies: boolean | number) => words * cueWeights[name] * Number(applies);
  // Questions and answers are linked between people only.
  const answers = !withAgent && lastQuestion < others && ownBefore <= maxOwnBefore;
  return {
    own,
    window,
    answer,
    speaker: cue("speaker", asked.speaker !== undefined && asked.speaker === speaker),
    time: cue("time", asked.asksWhen && cues.tellsTime),
    then_asked: timing.only ? timing.fits : cue("then_asked", timing.fits),
    opens: cue("opens", cues.opens),
    asks: cue("asks", cues.asks && !withAgent),
    last_question: cue("last_question", answers ? questionShare(lastQuestion, ownBefore) : 0),
    standing: cue("standing", cues.standing && withAgent && !byAgent),
    meaning,
    agent,
    trust: 1,
  };
}

/** The sum of the parts, times its factors. */
export function scoreOf(parts: Parts): number {
  const words = parts.own + parts.window + parts.answer;
  const cues =
    parts.speaker +
    parts.time +
    parts.then_asked +
    parts.opens +
    parts.asks +
    parts.last_question +
    parts.standing;
  return parts.agent * parts.trust * (words + cues + parts.meaning);
}
