import type { Rough } from "../../substrate/index.js";
import { nearTurns } from "./candidates.js";
import { commonFloor, commonShare } from "./terms.js";
import { framingShare, k1, rankingLengths, saturated, windowWeight } from "./weights.js";

/** A short memory that has a word once is scored by that and by its window; its neighbours by their windows alone. */
const once = saturated(1, 1, k1);
const nearShares = nearTurns.map(
  (share) => (windowWeight * saturated(1, share, k1)) / ((1 + windowWeight) * once),
);

/** The constants by which the database chooses candidates, before they are scored exactly. */
export const rough: Rough = {
  ...{ k1, ownWords: rankingLengths.ownWords, commonShare, commonFloor, framingShare, nearShares },
  lends: [rankingLengths.lendsAll, rankingLengths.lendsNone],
};
