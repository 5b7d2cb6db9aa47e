import type { z } from "zod";

/** The sections of a context bundle, in the order they are filled. */
export const contextSections = [
  "rules",
  "warnings",
  "skills",
  "task_state",
  "recent_window",
  "capsules",
  "retrieved_evidence",
  "relevant_decisions",
] as const;
export type ContextSection = (typeof contextSections)[number];

export type Attributes = Record<string, unknown>;

/** How a memory's text is made of its attributes. */
export interface ComposedText {
  compose(attributes: Attributes): string;
  /** The attributes that a new text stands for, besides those that are given; those it does not name keep their values. */
  parse(text: string, current: Attributes, given?: Attributes): Attributes;
}

/** The states a memory of a kind goes through. */
export interface States {
  initial: string;
  /** From each state, those that may follow it. */
  transitions: Readonly<Record<string, readonly string[]>>;
  /** In these it still says something; in the others it is over. */
  live: readonly string[];
  /** Whether callers may move it with `setMemoryStatus`. Otherwise only operations of its own do. */
  settable: boolean;
  /** The state of one that another has replaced, for kinds that know replacement. */
  superseded?: string;
}

/** What a kind of memory is. Contract, storage, search, edits, capsules and contexts read it off this declaration. */
export interface Kind<Name extends string = string> {
  name: Name;
  /** Ids begin with it. */
  prefix: string;
  /** Ids of some begin with one of these instead. */
  otherPrefixes?: readonly string[];
  summary: string;
  /** What is its own, as a strict object. An edit changes each key by itself. */
  attributes: z.ZodObject;
  /** Absent where the text is what the writer wrote. */
  text?: ComposedText;
  /** Attributes that were made of others, as they are after those have changed. */
  derived?(before: Attributes, after: Attributes): Attributes;
  /** Attributes that do not go together, in words that follow the name of the one to change. */
  conflict?(attributes: Attributes): { attribute: string; message: string } | undefined;
  /** What its vector is made of; absent, or undefined for a memory: its text. */
  meaning?(attributes: Attributes): string | undefined;
  states?: States;
  /** What an edit may patch besides importance. */
  amendable: { text: boolean; attributes: readonly string[] };
  /** Where contexts show it, only in these states if given, and under which item type. */
  context?: { section: ContextSection; states?: readonly string[]; itemType?: string };
  /** Whether capsules may hold it. */
  inCapsules: boolean;
  /** Whether the chunk operations show it. */
  asChunk: boolean;
  /** Whether recall looks for it unless told otherwise. */
  recalled: boolean;
  /** Whether `remember` takes it. */
  remembered: boolean;
  /** How much it matters unless its writer says so. */
  importance: number;
  /** The domain event that tells of a new one, whichever way it was written. */
  created?(attributes: Attributes): { type: string; data: Record<string, unknown> };
}

/** Declares a kind; `registerKind` makes it known. */
export const defineKind = <const Name extends string>(kind: Kind<Name>): Kind<Name> => kind;
