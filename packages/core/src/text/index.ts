export { bareWords } from "./bare-words.js";
export { cutText } from "./cut-text.js";
export { differInDetail } from "./details/differ-in-detail.js";
export {
  compilePattern,
  type Detector,
  detectors,
  type Finding,
  findSensitive,
  type Masking,
  markOf,
  type Pattern,
  redact,
} from "./findings/index.js";
export { isFraming, type QueryCues, queryCues, type SpokenCues, spokenCues } from "./language/index.js";
export { type FoundSecret, type Masked, maskDeep, maskSecrets, SECRET_MARK } from "./mask-secrets.js";
export { nearbySpellings } from "./nearby-spellings.js";
export { assertText, keyedDigest } from "./normalise.js";
export { foldForSearch } from "./search-text.js";
export { countTokens, tokenPieces, tokensOf, tokensOfWord } from "./tokens.js";
export { unicodeProblem } from "./unicode-problem.js";
export { withoutListsAndLinks, withoutMarkup } from "./without-markup.js";
