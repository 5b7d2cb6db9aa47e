/** The operations of this room, named as in the contract. */
export { activateClaims, getActiveContext } from "./activate-claims.js";
export { claimsState, getClaim, listEntities, listRelations } from "./read-claims.js";
export { searchClaims } from "./search-claims.js";
export { sendFeedback } from "./send-feedback.js";
export { upsertClaim } from "./upsert-claim.js";
