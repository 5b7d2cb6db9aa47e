export { type FoundSecret, type Masked, maskDeep, maskSecrets, SECRET_MARK } from "./mask-secrets.js";
export { assertText, contentHash, keyedDigest } from "./normalise.js";
export { foldForSearch } from "./search-text.js";
export { countTokens, estimateTokens, truncateToTokens } from "./tokens.js";
