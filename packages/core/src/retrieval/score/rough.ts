import type { Rough } from "../../substrate/index.js";
import { commonFloor, commonShare } from "./terms.js";
import { framingShare, k1, ownWords } from "./weights.js";

/** The constants by which the database chooses candidates, before they are scored exactly. */
export const rough: Rough = { k1, ownWords, commonShare, commonFloor, framingShare };
