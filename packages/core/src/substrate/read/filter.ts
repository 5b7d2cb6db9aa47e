import { PalimpsestError } from "@palimpsest/contract";
import type { Principal } from "../../identity/index.js";

/** What a reader asks for. Everything here is decided before anything is ranked. */
export interface Filter {
  kinds: string[];
  scope?: string;
  subjectType?: string;
  subjectId?: string;
  projectId?: string;
  sessionId?: string;
  /** What the answer is about: memories of another project, subject or session are left out; those without one stay. */
  about?: { projectId?: string; subjectType?: string; subjectId?: string; sessionId?: string };
  tags?: string[];
  from?: string;
  to?: string;
  statuses?: string[];
  /** Where the answer will be used. */
  channel?: string;
  /** The boundary classes that may be read there. */
  classes: readonly string[];
  /** Where a memory may have been said for that; undefined: anywhere. */
  saidIn?: readonly string[];
  includeQuarantined?: boolean;
  asOf?: string;
}

/** Only people and reviewers may see quarantined memories. */
export function assertMayFilter(who: Principal, filter: Pick<Filter, "includeQuarantined">): void {
  if (filter.includeQuarantined && who.type !== "human" && !who.permissions.has("edit:approve")) {
    throw new PalimpsestError("FORBIDDEN", "include_quarantined is for people and reviewers; leave it out.");
  }
}
