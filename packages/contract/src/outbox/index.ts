export {
  callerOnlyData,
  domainEvent,
  type EventData,
  type EventType,
  eventType,
  eventTypes,
} from "./event-types.js";
export { eventsFrom, listDomainEvents } from "./list.js";
