import type { Principal } from "../../../identity/index.js";
import type { LiveEdit } from "./live-edits.sql.js";

const kinds = ["own", "other", "reviewer"] as const;
/** Whose edits a restore undoes: the caller's own, somebody else's, or some that a reviewer decided on. */
export type Undone = (typeof kinds)[number];

/** Whose edits these are for the caller; of several, whoever counts most. */
export const whoseEdits = (who: Principal, edits: Omit<LiveEdit, "memory_id">[]): Undone =>
  kinds[Math.max(0, ...edits.map((edit) => kinds.indexOf(whose(who, edit))))]!;

function whose(who: Principal, edit: Omit<LiveEdit, "memory_id">): Undone {
  if (edit.proposer_type === who.type && edit.proposer_id === who.id) return "own";
  return edit.by_reviewer === false ? "other" : "reviewer";
}
