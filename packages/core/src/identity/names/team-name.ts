import { teamPrefix } from "@palimpsest/contract";

/** An audience says `team:NAME` for a team; a principal of that name would read what is the team's. */
export const isTeamName = (id: string): boolean => id.startsWith(teamPrefix);
