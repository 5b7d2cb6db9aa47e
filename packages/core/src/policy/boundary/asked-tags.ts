import { PalimpsestError } from "@palimpsest/contract";
import type { Principal } from "../../principal.js";
import { type Tags, tagsOf } from "./tags.js";

/** The tags that count for a call. In local mode every tag is granted. */
export function askedTags(who: Principal, allow: readonly string[] | undefined): Tags {
  const tags = tagsOf(allow, who.via === "local" ? "every" : who.grants);
  if (tags !== undefined) return tags;
  throw new PalimpsestError(
    "BOUNDARY_DENIED",
    "None of the tags in allow was granted to this credential. Leave allow out to use those that were.",
    { details: [{ path: "allow", message: "allow names no tag that was granted" }] },
  );
}
