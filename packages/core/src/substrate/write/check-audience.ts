import { invalidField } from "@palimpsest/contract";
import { isTeamName } from "../../identity/index.js";

/** An audience goes with the visibilities that need one. */
export function checkAudience({ visibility, audience }: { visibility: string; audience: string[] }): void {
  if (["team", "custom"].includes(visibility) !== audience.length > 0) {
    throw invalidField("audience", "must be given for visibility team or custom, and only then");
  }
  if (visibility === "team" && !audience.some(isTeamName)) {
    throw invalidField(
      "audience",
      "must name a team, as in team:red, for visibility team; for principals alone use visibility custom",
    );
  }
}
