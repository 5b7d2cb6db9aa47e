export {
  type Analysed,
  analyse,
  embeddingText,
  embedTexts,
  meaningOf,
  searchText,
  spokenOf,
  type Utterance,
  vectorLiteral,
} from "./analyse.js";
export { type ClaimGraph, type EvidenceRow, insertEvidence, readEvidence } from "./claims/evidence.sql.js";
export { countAdmitted, type GraphItem, knownEntities, readGraph } from "./claims/graph.sql.js";
export { type Cues, longestTurn, readCues, reworded, runs, unknownRun } from "./cues.js";
export { besideDigests, type Digests, digestsOf, partDigests } from "./digest.js";
export { type Locked, lockMemories } from "./fold/lock-memories.sql.js";
export { readOriginal } from "./fold/original.sql.js";
export { type NewWords, type Refolded, refold } from "./fold/refold.sql.js";
export { type RestoredWords, restoredWords, wordsInForce } from "./fold/restored-words.sql.js";
export { foldedStates, type State, simulatedStates, statesAround, statesAt } from "./fold/states.sql.js";
export { fetchLexicon, queryWords } from "./lexicon/lexicon.sql.js";
export {
  type Changed,
  changedSince,
  lexemesOf,
  lexiconAt,
  type Posting,
  postingsBefore,
  termsOf,
} from "./lexicon/past.sql.js";
export { emptyPostings, type Lexicon, maxPostings, type TermPostings } from "./lexicon/postings.js";
export {
  countStaleIndexes,
  type IndexedText,
  indexedTexts,
  lexicalStatus,
  replacePostings,
  scheduleStaleRebuilds,
  setLanguage,
  setLexicalVersion,
} from "./lexicon/rebuild.sql.js";
export { countTerms, maxCounted, stemsOf } from "./lexicon/spellings.sql.js";
export { type Derived, type DerivedMemories, derivedFrom, type Reach } from "./links/derived.sql.js";
export { type DerivedOfKind, derivedOfKind } from "./links/derived-of-kind.sql.js";
export { insertLinks, linkSources } from "./links/insert-links.sql.js";
export { linkFacts } from "./links/link-facts.sql.js";
export { type Link, readLinks } from "./links/read-links.sql.js";
export { sourcesAmong } from "./links/sources.sql.js";
export { readStandings, type Standing } from "./links/standing.sql.js";
export { settleSuperseded } from "./links/superseded.sql.js";
export { findTwins, lockOutWriters } from "./links/twins.sql.js";
export { unreadMemories } from "./links/unread-memories.sql.js";
export { chunkKinds, composed, type MemoryRow } from "./memory.js";
export {
  type AfterEntity,
  type EntityRow,
  type Form,
  findEntities,
  findEntity,
  findMentions,
  type NameInSource,
  namedEntities,
} from "./mentions/entities.sql.js";
export { entityIdOf } from "./mentions/entity-id.js";
export { type MentionRow, replaceMentions } from "./mentions/mentions.sql.js";
export type { AsOf } from "./past/as-of.sql.js";
export { withinPolicy } from "./read/admission.sql.js";
export { type Admitted, admit } from "./read/admit.sql.js";
export { countByKind } from "./read/count-memories.sql.js";
export { type CurrentMemory, currentMemories, currentMemoriesOf } from "./read/current-memories.sql.js";
export { assertMayFilter, type Filter } from "./read/filter.js";
export { asOfOf, filterOf } from "./read/filter-of.js";
export { readImportant } from "./read/important.sql.js";
export { admittedNoMore } from "./read/list/admitted-no-more.sql.js";
export { type ExportedMemory, readForExport } from "./read/list/exported-memories.sql.js";
export {
  countMemories,
  listMemories,
  positionOf,
} from "./read/list/list-memories.sql.js";
export { memoriesWith } from "./read/list/memories-with.sql.js";
export { findTurn, lastTurns } from "./read/list/turns.sql.js";
export { readUses, type Use, type UsedBy, useOf } from "./read/list/uses.sql.js";
export { admittedKinds, liveKinds } from "./read/live-memories.sql.js";
export { nearest, readVectorsFor } from "./read/nearest.sql.js";
export { type PendingEdit, pendingEdits, shownPending } from "./read/pending-edits.sql.js";
export { applicablePositions } from "./read/place.sql.js";
export { readByIds, readByPositions, readMemories } from "./read/read-memories.sql.js";
export { isClaim, shownWriter } from "./read/trust/shown-writer.js";
export {
  isPerson,
  limitedWriters,
  type Trust,
  type TrustView,
  trustOf,
  trustViewOf,
} from "./read/trust/trust.js";
export { isTrusted, overLimitLast, trustedFirst } from "./read/trust/trust.sql.js";
export { otherPositions, trustedPositions } from "./read/trust/trusted-positions.sql.js";
export {
  isRetracted,
  joinMemory,
  joinMemoryByKey,
  type MemoryKey,
  unexpired,
  visibleMemory,
} from "./read/visible-memory.sql.js";
export { type Gaps, gapsAmong, gapsIn } from "./read/withheld.sql.js";
export { candidatesByMeaning } from "./recall/by-meaning.sql.js";
export { candidatesByWords, type Rough } from "./recall/by-words.sql.js";
export { type Candidate, type Signals, shownChars } from "./recall/candidate.sql.js";
export {
  type AfterEvent,
  type EventPage,
  findSaidEvents,
  type SaidEvent,
  type SaidEvents,
} from "./recall/said-events.sql.js";
export { readSignals } from "./recall/signals.sql.js";
export {
  type CensorSignal,
  countActivations,
  countFalsePositive,
  findProposedCensor,
  lockCensorSignal,
  type Pattern,
  readCensorSignals,
  readPatterns,
  setEscalation,
} from "./signals/censors.sql.js";
export { countConfirmation } from "./signals/confirm.sql.js";
export { countFacts } from "./signals/count-facts.sql.js";
export { moveUsefulness, readUsefulness, type Usefulness } from "./signals/feedback.sql.js";
export { countUse, type ProcedureUse, readUse } from "./signals/procedure-use.sql.js";
export {
  assertKind,
  changeState,
  findMemory,
  knownMemories,
  lockMemory,
  type PlacedMemory,
} from "./states/change-state.sql.js";
export { eraseOutgrown } from "./states/erase-outgrown.sql.js";
export { insertState, insertStates } from "./states/state-log.sql.js";
export { positionsAt, tellingOf } from "./times/happened.sql.js";
export { replaceTimes, type Telling, tellTimes } from "./times/tell-times.sql.js";
export { shownTurn, turnOf } from "./turn.js";
export {
  advanceSpace,
  countUnembedded,
  findUnembedded,
  stopSpace,
  storeVectors,
} from "./vectors/fill-space.sql.js";
export { keptVectors } from "./vectors/kept-vectors.js";
export { ownSpaceId } from "./vectors/own-space.js";
export { spaceState } from "./vectors/space.sql.js";
export { findSpaces, type Space, spaceProgress } from "./vectors/space-list.sql.js";
export type { SpaceVector } from "./vectors/space-vector.js";
export { storedVector } from "./vectors/stored-vector.sql.js";
export { vectorBytes } from "./vectors/vector-bytes.js";
export { ensureVectorIndex, type VectorIndexes, vectorIndexState } from "./vectors/vector-index.js";
export { checkAttributes } from "./write/check-attributes.js";
export { checkAudience } from "./write/check-audience.js";
export type { Draft, Prepared } from "./write/draft.js";
export { type Alike, findAlike, findEqual } from "./write/find-alike.sql.js";
export {
  findNamed,
  findSaid,
  type Known,
  lockName,
  raiseFactClass,
  updateStored,
} from "./write/find-known.sql.js";
export { findSame, lockWords } from "./write/find-same.sql.js";
export { findSameSkill } from "./write/find-same-skill.sql.js";
export {
  insertManyMemories,
  insertMemories,
  insertMemory,
  refusedMemories,
  refuseRetractedBeside,
  refuseRetractedTexts,
} from "./write/insert-memory.js";
export { insertMemoryRows } from "./write/memory-row.sql.js";
export { placeOf, shownPlace } from "./write/place-of.js";
export { assertPlainNames } from "./write/plain-names.js";
export { assertKeepsRules, foundInWords } from "./write/policy/found-in-words.js";
export { inheritedClasses } from "./write/policy/inherited-classes.js";
export { type CheckedDraft, checkDraft, prepareMemories, prepareMemory } from "./write/prepare-memory.js";
export { findTombstones, findTombstonesOf, tombstoned } from "./write/tombstone.sql.js";
export { fillWordsHashes, missingWordsHashes, type Undigested } from "./write/words-hashes.sql.js";
