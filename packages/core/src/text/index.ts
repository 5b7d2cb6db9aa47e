export { foldForSearch } from "./search-text.js";
export { countTokens, estimateTokens, truncateToTokens } from "./tokens.js";
