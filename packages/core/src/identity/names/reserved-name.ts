import { isTeamName } from "./team-name.js";

/** The name under which what workers do is audited. */
export const workerName = "palimpsest-worker";

/** Names that no principal can have. */
export const isReservedName = (id: string): boolean => isTeamName(id) || id === workerName;
