export { callLimiter } from "./call-limiter.js";
export { Deadline } from "./deadline.js";
export { enterCall, enterStream } from "./enter-call.js";
