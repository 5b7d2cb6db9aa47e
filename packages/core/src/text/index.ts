export { bareWords } from "./bare/bare-words.js";
export { undecorated } from "./bare/undecorated.js";
export { cutText } from "./cut-text.js";
export { commonWordsWith } from "./details/common-words.js";
export { differInDetail } from "./details/differ-in-detail.js";
export { haveSameWords } from "./details/same-words.js";
export {
  compilePattern,
  countMarks,
  type Detector,
  detectors,
  type Finding,
  findSensitive,
  type Masking,
  markOf,
  type Pattern,
  personalIn,
  presentIn,
  readingsOf,
  redact,
  sensitiveIn,
} from "./findings/index.js";
export { isFraming, type QueryCues, queryCues, type SpokenCues, spokenCues } from "./language/index.js";
export {
  type FoundSecret,
  holdsSecret,
  type Masked,
  maskDeep,
  maskSecrets,
  SECRET_MARK,
} from "./mask-secrets.js";
export { nearbySpellings } from "./nearby-spellings.js";
export { assertText, foldName, keyedDigest } from "./normalise.js";
export { RecentTexts } from "./recent-texts.js";
export { foldForSearch } from "./search-text.js";
export { maskLongText, windowsOf } from "./secrets/mask-long-text.js";
export { countTokens, tokenPieces, tokensOf, tokensOfWord } from "./tokens.js";
export { unicodeProblem } from "./unicode-problem.js";
export { withoutListsAndLinks, withoutMarkup } from "./without-markup.js";
