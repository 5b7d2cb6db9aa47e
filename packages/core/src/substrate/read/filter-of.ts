import { clearanceOf, type Policy } from "../../policy/index.js";
import type { AsOf } from "../past/as-of.sql.js";
import type { Filter } from "./filter.js";

/** The moment asked for. One that has not come yet is read as the present. */
export function asOfOf({
  as_of,
  see_withheld,
}: {
  as_of?: string;
  see_withheld?: boolean;
}): AsOf | undefined {
  if (as_of === undefined || Date.parse(as_of) >= Date.now()) return undefined;
  return { at: as_of, seeWithheld: see_withheld };
}

/** The filter fields that every read surface shares, as the substrate names them. */
export function filterOf(
  policy: Policy,
  kinds: string[],
  input: {
    scope?: string;
    subject_type?: string;
    subject_id?: string;
    project_id?: string;
    session_id?: string;
    tags?: string[];
    from?: string;
    to?: string;
    channel?: keyof Policy["channels"];
    include_quarantined?: boolean;
    as_of?: string;
    see_withheld?: boolean;
  },
): Filter {
  return {
    kinds,
    scope: input.scope,
    subjectType: input.subject_type,
    subjectId: input.subject_id,
    projectId: input.project_id,
    sessionId: input.session_id,
    tags: input.tags,
    from: input.from,
    to: input.to,
    ...clearanceOf(policy, input.channel),
    includeQuarantined: input.include_quarantined,
    asOf: asOfOf(input),
  };
}
