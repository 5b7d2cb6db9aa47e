import * as activate from "./activate.js";
import { validateBoundary } from "./boundary.js";
import { searchClaims, sendFeedback, upsertClaim } from "./claims.js";
import { approveEscalation, listEscalations, rejectEscalation, revokeEscalation } from "./escalations.js";
import * as reads from "./read-claims.js";

/** What the contract holds of claims and of the boundary. */
export const operations = {
  ...reads,
  ...activate,
  upsertClaim,
  searchClaims,
  sendFeedback,
  validateBoundary,
  listEscalations,
  approveEscalation,
  rejectEscalation,
  revokeEscalation,
};

export { envelope } from "./envelope.js";
