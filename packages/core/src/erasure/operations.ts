/** The operations of this room, named as in the contract. */
export { approveErasure, cancelErasure } from "./decide.js";
export { getErasure, listErasures } from "./read.js";
export { previewErasure, requestErasure } from "./request.js";
export { verifyErasure } from "./verify.js";
