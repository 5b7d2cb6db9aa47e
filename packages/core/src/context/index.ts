export { buildAcb } from "./build-acb.js";
export { context } from "./context.js";
export { counterfactual } from "./counterfactual.js";
export { diffAcb } from "./diff-acb.js";
export { getAcb } from "./get-acb.js";
export { replayAcb } from "./replay-acb.js";
