/** What every quality corpus looks like to the runner, whatever it was made from. */
export interface Turn {
  readonly id: string;
  readonly session: string;
  readonly speaker: string;
  readonly role: "human" | "agent";
  readonly text: string;
  /** ISO 8601, UTC. */
  readonly at: string;
  /** The text that the floor indexes. */
  readonly floorText: string;
}

export interface Question {
  readonly text: string;
  readonly category: string;
  readonly evidence: readonly string[];
}

export interface Conversation {
  readonly id: string;
  readonly turns: readonly Turn[];
  readonly questions: readonly Question[];
}

export interface Corpus {
  readonly name: string;
  readonly conversations: readonly Conversation[];
  /** What was repaired or left out, for the report. */
  readonly notes: readonly string[];
}
