/** Why something that could have been shown in a context is not. */
export type OmissionReason =
  /** What is left of the budget is too small for it. */
  | "over_budget"
  /** Its section shows as many as it may, or fills all the room that it ever gets. */
  | "section_limit"
  /** The intent asks for a mode that has no room for its section. */
  | "not_in_mode"
  | "duplicate"
  /** One writer may fill only part of a section. */
  | "writer_cap"
  | "below_threshold"
  /** A censor that blocks stands in its way. */
  | "censored"
  /** A short answer, and what it answers is not for this reader. */
  | "answer_alone";

export interface Omission {
  reason: OmissionReason;
  section: string;
  /** How many were left out; only the first of them are named. */
  count: number;
  candidates: string[];
}
