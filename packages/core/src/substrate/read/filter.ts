import { PalimpsestError } from "@palimpsest/contract";
import type { ChannelMask, ReadRule, Ttl } from "../../policy/index.js";
import type { OperationContext } from "../../services.js";
import type { AsOf } from "../past/as-of.sql.js";
import type { About } from "./place.sql.js";

/** What a reader asks for. Everything here is decided before anything is ranked. */
export interface Filter {
  kinds: string[];
  scope?: string;
  /** Any of these scopes; what has none counts as a project's. */
  scopes?: readonly string[];
  subjectType?: string;
  subjectId?: string;
  projectId?: string;
  sessionId?: string;
  /** What the answer is about: a memory that does not apply there is left out. */
  about?: About;
  tags?: string[];
  from?: string;
  to?: string;
  statuses?: string[];
  /** None of these. */
  leftOut?: readonly string[];
  /** Only memories that not everybody in the tenant may read. */
  limitedReaders?: boolean;
  /** Passages and events of a revision of a document that was superseded as well. */
  supersededToo?: true;
  /** Only passages of artifacts, or none of them. */
  passages?: boolean;
  /** Only what came in this way, for instance by a document. */
  origin?: string;
  /** Only what came in another way. */
  otherOrigin?: string;
  /** Values that attributes of these names must have. */
  attributes?: Readonly<Record<string, string>>;
  /** Values that attributes of these names must have, if they have any. */
  orAbsent?: Readonly<Record<string, string>>;
  /** Only episodes that ended so; ongoing: that have no end, whatever is stored as their outcome. */
  outcome?: string;
  /** Only what may drive this reader: its own, and what people and writers that the policy trusts answer for. */
  driving?: { reader: string; writers: readonly string[] };
  /** Skills of this user and, if given, of this agent; those that name none are their owner's. */
  skillsOf?: { userId: string; agentId?: string };
  /** Where the answer will be used. */
  channel?: string;
  /** The boundary classes that may be read there. */
  classes: readonly string[];
  /** Where a memory may have been said for that; undefined: anywhere. */
  saidIn?: readonly string[];
  /** How old a memory may be; undefined: as old as it likes. */
  ttl?: Ttl;
  /** What must be true of it; undefined: nothing. */
  rules?: readonly ReadRule[];
  /** Masks what must not be seen in the channel; undefined: nothing. */
  mask?: ChannelMask;
  includeQuarantined?: boolean;
  /** What had expired as well: the caller looks at that itself. */
  expiredToo?: boolean;
  /** Only retracted memories. Their words must not be shown. */
  retracted?: boolean;
  asOf?: AsOf;
  /** The present moment, where several reads must agree on what has expired. */
  now?: string;
}

/**
 * Only people and reviewers may see quarantined memories, and only holders of a permission what edits have hidden,
 * which is noted in the call's audit entry.
 */
export function assertMayFilter(
  { who, sawOriginals }: Pick<OperationContext, "who" | "sawOriginals">,
  filter: Pick<Filter, "includeQuarantined" | "asOf">,
): void {
  if (filter.asOf?.seeWithheld) {
    if (!who.permissions.has("memory:original")) {
      throw new PalimpsestError(
        "FORBIDDEN",
        "see_withheld needs the permission memory:original; without it, ask for as_of alone.",
      );
    }
    sawOriginals();
  }
  if (filter.includeQuarantined && who.type !== "human" && !who.permissions.has("edit:approve")) {
    throw new PalimpsestError(
      "FORBIDDEN",
      "Quarantined and retracted memories are for people and reviewers; ask without them.",
    );
  }
}
