export { classOf } from "./boundary-class.js";
export { classesFor, sensitivitiesFor } from "./clearance.js";
export { defaultPolicy } from "./default-policy.js";
export type { EditRule, Policy } from "./policy.js";
export { assertWithin } from "./within-limit.js";
