import type { Attributes } from "@palimpsest/contract";
import type { Analysed } from "../analyse.js";
import type { Digests } from "../digest.js";

/**
 * A memory to be written. Its writer is the principal that writes it; the origin comes from the credential and the
 * operation, never from the input.
 */
export interface Draft {
  kind: string;
  /** What it says; composed from the attributes where the kind says so. */
  text?: string;
  /** The attributes that its kind declares. */
  attributes?: Attributes;
  /** The fields of the input that its text is made of, the main one first; absent: `text`. */
  fields?: readonly string[];
  origin: "human" | "agent" | "tool" | "document" | "import" | "capsule";
  /** Who is said to have spoken: a claim of the writer. Searches may name the speaker. */
  speaker?: string;
  /** That speaker is an agent: a claim too. */
  byAgent?: boolean;
  scope?: string;
  subjectType?: string;
  subjectId?: string;
  projectId?: string;
  sessionId?: string;
  channel: string;
  visibility?: string;
  audience?: string[];
  boundaryClass?: string;
  /** What was found in it has raised its class above what its writer said. */
  raised?: boolean;
  /** What detectors and rules have found in what it is written with, beside its own words. */
  foundBeside?: readonly string[];
  importance?: number;
  /** For kinds that have states. */
  status?: string;
  tags?: string[];
  occurredAt?: Date;
  expiresAt?: Date;
  derivedFrom?: string[];
  overrideTombstone?: boolean;
}

/** What a memory from an export keeps. Only an admin's import may name a writer, an owner and times. */
export interface Kept {
  exportId: string;
  writer?: string;
  ownerId?: string;
  recordedAt?: string;
  occurredAt?: string;
  expiresAt?: string;
  /** Of the text as it was first written, if edits have changed it since. */
  original?: Pick<Digests, "hash" | "wordsHash">;
}

/** A draft with its secrets masked, and with everything that the database cannot compute. */
export interface Prepared extends Omit<Draft, "text">, Analysed, Digests {
  id: string;
  attributes: Attributes;
  /** Of the texts that its text is composed of. */
  parts: Digests[];
  /** Whose neighbours it has in its session, where it is kept for one user; absent: those of the whole session. */
  thread?: string;
  spaceId: number;
  /** The id of the type vector in this database. */
  vectorTypeId: number;
  tags: string[];
  masked: number;
  occurredAt: Date;
  /** The text as it was given, if edits of other memories withhold words of it. */
  original?: Digests & { text: string };
  kept?: Kept;
}
