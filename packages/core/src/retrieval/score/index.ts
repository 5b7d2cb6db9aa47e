export { type Combined, combine, type Pool } from "./combine.js";
export { learn } from "./learn.js";
export { type LexicalScore, LexicalScorer } from "./lexical-score.js";
export { type Asked, type Parts, partsOf, scoreOf, type Then } from "./parts.js";
export { rough } from "./rough.js";
export { type NamedSpeakers, namedSpeakers } from "./speakers.js";
export { agentShare, rankingLengths } from "./weights.js";
