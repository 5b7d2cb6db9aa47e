export { allInOrder } from "./all-in-order.js";
export { atOnce, inSlices, type Sliced } from "./in-slices.js";
export { inTurn } from "./in-turn.js";
export { ownTurn } from "./own-turn.js";
export { type RetryOptions, retry } from "./retry.js";
export { retryUnavailable } from "./retry-unavailable.js";
export { withTimeout } from "./with-timeout.js";
