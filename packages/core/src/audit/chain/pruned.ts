import { workerName } from "../../identity/index.js";
import type { Place } from "./check-chain.js";
import type { SealedEntry } from "./entry-hash.js";

/** The kind of job that removes the oldest entries. */
export const pruneJob = "audit_cleanup";

/** How the entry that tells of a removal names the last entry that is gone. */
export const placeId = ({ seq, hash }: Place): string => `audit:${seq}:${hash}`;

/** The places until where an entry says that retention has removed the log. */
export const prunedIn = ({ operation, actor_id, decision, ids }: SealedEntry): string[] =>
  operation === `job:${pruneJob}` && actor_id === workerName && decision === "allowed"
    ? ids.filter((id) => id.startsWith("audit:"))
    : [];
