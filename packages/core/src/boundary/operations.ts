/** The operations of this room, named as in the contract. */
export { approveEscalation, listEscalations, rejectEscalation, revokeEscalation } from "./escalations.js";
export { validateBoundary } from "./validate.js";
