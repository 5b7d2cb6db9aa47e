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

/** How far each cue applies to a memory, from 0 to 1. Questions and answers are linked between people only. */
function applies({ cues, timing, speaker }: Known, asked: Asked): Record<Cue, number> {
  const { byAgent, withAgent, lastQuestion, ownBefore, others } = cues;
  const answers = !withAgent && lastQuestion < others && ownBefore <= maxOwnBefore;
  return {
    speaker: Number(asked.speaker !== undefined && asked.speaker === speaker),
    time: Number(asked.asksWhen && cues.tellsTime),
    then_asked: timing.fits,
    opens: Number(cues.opens),
    asks: Number(cues.asks && !withAgent),
    last_question: answers ? questionShare(lastQuestion, ownBefore) : 0,
    standing: Number(cues.standing && withAgent && !byAgent),
  };
}

/** The parts of a memory's score before trust: each cue raises or lowers the match of words by a share of it. */
export function partsOf(lexical: LexicalScore, known: Known, asked: Asked): Parts {
  const { timing, meaning, agent } = known;
  const words = lexical.own + lexical.window + lexical.answer;
  const by = applies(known, asked);
  const cueParts = Object.fromEntries(
    Object.entries(cueWeights).map(([cue, weight]) => [cue, words * weight * by[cue as Cue]]),
  ) as Record<Cue, number>;
  if (timing.only) cueParts.then_asked = timing.fits;
  return { ...lexical, ...cueParts, meaning, agent, trust: 1 };
}

/** The sum of the parts, times its factors. */
export function scoreOf({ agent, trust, ...added }: Parts): number {
  return agent * trust * Object.values(added).reduce((sum, part) => sum + part, 0);
}
