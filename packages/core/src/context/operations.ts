/** The operations of this room, named as in the contract. */
export { buildAcb } from "./build-acb.js";
export { context } from "./context.js";
export { counterfactual } from "./receipt/counterfactual.js";
export { diffAcb } from "./receipt/diff-acb.js";
export { getAcb } from "./receipt/get-acb.js";
export { replayAcb } from "./receipt/replay-acb.js";
