export { maskEvent } from "./events/mask-event.js";
export { raisedSensitivity } from "./events/prepare-events.js";
export * as captureOperations from "./operations.js";
export { originOf } from "./origin.js";
export { readTurns, type TurnRow } from "./turns.sql.js";
