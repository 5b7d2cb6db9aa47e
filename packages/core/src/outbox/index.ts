export { type DomainEvent, emitEvent, emitEvents } from "./emit-event.js";
export { eventCursors, listDomainEvents } from "./list-domain-events.js";
export { lastEvent } from "./outbox.sql.js";
