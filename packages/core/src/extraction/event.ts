import {
  type EventCategory,
  type entityTypes,
  eventActorRoles,
  eventSubjectTypes,
} from "@palimpsest/contract";

export { type EventCategory, eventCategories } from "@palimpsest/contract";

export const subjectTypes = eventSubjectTypes;
export interface EventSubject {
  type: (typeof subjectTypes)[number];
  ref: string;
}

export const actorRoles = eventActorRoles;
export interface EventActor {
  ref: string;
  role: (typeof actorRoles)[number];
}

/** The words that an event rests on: `text.slice(start_char, end_char) === quote`. */
export interface Evidence {
  quote: string;
  start_char: number;
  end_char: number;
}

export interface ExtractedEvent {
  category: EventCategory;
  /** ISO 8601 in UTC; for a commitment, when it is due. */
  event_time: string | null;
  narrative: string;
  subject: EventSubject;
  actors: EventActor[];
  confidence: number;
  evidence: Evidence[];
}

export interface Mention {
  start_char: number;
  end_char: number;
  surface_form: string;
}
export type EntityType = (typeof entityTypes)[number];
export interface ExtractedEntity {
  type: EntityType;
  name: string;
  aliases: string[];
  mentions: Mention[];
}

export const documentTypes = ["email", "doc", "chat", "transcript", "note"] as const;

/** A document as an extractor sees it. */
export interface SourceDocument {
  text: string;
  type: (typeof documentTypes)[number];
  /** The day that "tomorrow" and "Friday" are counted from. */
  date: Date;
  /** Whose clock its hours are on, in minutes east of UTC; UTC by default. */
  zone?: number;
  title?: string;
  author?: string;
  participants?: readonly string[];
}

export interface Extraction {
  events: ExtractedEvent[];
  entities: ExtractedEntity[];
}
