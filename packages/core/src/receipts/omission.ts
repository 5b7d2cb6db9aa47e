/** Why something that could have been shown in a context is not. */
export type OmissionReason =
  | "over_budget"
  | "section_cap"
  | "section_limit"
  | "duplicate"
  | "writer_cap"
  | "below_threshold";

export interface Omission {
  reason: OmissionReason;
  section: string;
  /** How many were left out; only the first of them are named. */
  count: number;
  candidates: string[];
}
