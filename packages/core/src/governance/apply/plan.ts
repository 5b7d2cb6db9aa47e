import type { Digests, NewWords, Prepared, Reach } from "../../substrate/index.js";
import type { Cascade, Op, Patch, Twins } from "../edit.js";
import type { Undone } from "../read/edits/whose-edits.js";
import type { Target } from "../read/target.js";

/** One edit about to be applied, with everything that the database cannot compute for it. */
export interface Planned {
  editId: string;
  target: Target;
  op: Op;
  patch: Patch;
  reason: string;
  cascade: Cascade;
  twins?: Twins;
  /** The memories with the same words, if they were read with it. */
  sameWords?: Target[];
  causedBy?: string;
  /** The rollback that it is part of. */
  rollbackId?: string;
  /** Of a restore: whose edits it undoes. */
  undoes?: Undone;
  /** Further restores of the same memory, each of one edit. */
  further?: { editId: string; patch: Patch }[];
  note?: string;
  /** An event of the operation that makes it tells of it, instead of `memory_edited`. */
  toldOtherwise?: boolean;
  /** Words come back that the caller may not read: a worker reads and writes them. */
  foldByJob?: boolean;
  /** It was proposed earlier and now is approved. */
  proposed?: boolean;
  /** Computed from the memory's state; stale if the memory was edited since. */
  fromText?: boolean;
  /** The memories derived from it when its cascade was planned; stale if there are more by now. */
  derived?: { of: string[]; known: ReadonlySet<string> };
  /** The passages of the document when it was planned; stale if there are more by now. */
  passages?: ReadonlySet<string>;
  /** The same events in other revisions when it was planned; stale if there are more by now. */
  same?: ReadonlySet<string>;
  analysed?: NewWords;
  /** Of the texts that it puts into a text which is composed of several. */
  newParts?: Digests[];
}

export interface Plan {
  edits: Planned[];
  spaceId: number;
  /** Of more edits than this the memories are written in transactions of their own, after the log. */
  foldAtOnce: number;
  /** Passages whose words change because of edits of passages that they overlap with. */
  alongside?: Pick<Planned, "target" | "analysed">[];
  /** Passages whose words may change too and that the caller may not read: a worker writes them. */
  unseen?: string[];
  /** The limits of its cascades. */
  reach: Reach;
  /** Censors to propose because of it. */
  censors?: Prepared[];
}
