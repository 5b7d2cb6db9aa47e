import { entryHash, noHash, type SealedEntry } from "./entry-hash.js";

export type Problem =
  | "altered"
  | "missing"
  | "reordered"
  | "truncated"
  | "added"
  | "head_missing"
  | "head_behind"
  | "policy_altered"
  | "policy_missing"
  | "policy_added";

export interface Fault {
  /** Null: no entry tells of it. */
  first_bad_seq: number | null;
  problem: Problem;
}

/** The end of a chain: the number and the hash of an entry. */
export interface Place {
  seq: number;
  hash: string;
}

export const start: Place = { seq: 0, hash: noHash };

/** Walks entries that follow `last`. Gives where they end, or the place of the first that does not belong there. */
export function walk(last: Place, entries: readonly SealedEntry[]): { end: Place; broken?: SealedEntry } {
  let end = last;
  for (const entry of entries) {
    const follows = entry.seq === end.seq + 1 && entry.prev_hash === end.hash;
    if (!follows || entryHash(end.hash, entry) !== entry.hash) return { end, broken: entry };
    end = { seq: entry.seq, hash: entry.hash };
  }
  return { end };
}

/** Whether the content of an entry belongs at place `seq`, after `prevHash` and with `hash`. */
const belongs = (entry: SealedEntry, seq: number, prevHash: string, hash: string): boolean =>
  entryHash(prevHash, { ...entry, seq }) === hash;

/**
 * What happened at the first entry that does not follow `end`. `near` are the entries around it. An entry that belongs
 * to another place there was moved; if none belongs to this place, what did is missing.
 */
export function faultAt(end: Place, broken: SealedEntry, near: readonly SealedEntry[]): Fault {
  const seq = end.seq + 1;
  const fault = (problem: Problem): Fault => ({ first_bad_seq: seq, problem });
  if (broken.seq !== seq) return fault("missing");
  // Rows may have been moved as a whole, with their hashes, or their contents between the hashes.
  const hashes = [broken, ...near];
  const movedTo = (entry: SealedEntry, place: number) =>
    hashes.some(
      (held) => (held === entry || held.seq === place) && belongs(entry, place, held.prev_hash, held.hash),
    );
  const isMoved =
    near.some(({ seq: place }) => place !== seq && movedTo(broken, place)) || movedTo(broken, seq + 1);
  if (!isMoved) return fault("altered");
  const isElsewhere = near.some((entry) => entry.seq !== seq && movedTo(entry, seq));
  return fault(isElsewhere ? "reordered" : "missing");
}
