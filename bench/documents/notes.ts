import { countTokens } from "@palimpsest/core";
import type { Workload } from "../lib/workload.js";

/** What the rules take for an event, one of each category. */
const told = [
  (n: number) => `Decision: we adopt plan number ${n} for the harbour.`,
  (n: number) => `Action: Ada will deliver report ${n} by 31 March 2026.`,
  (n: number) => `Risk: supplier ${n} may be late with the cranes.`,
  (n: number) => `Feedback: customer ${n} was happy with the new pier.`,
  (n: number) => `Change: the deadline of project ${n} moved from May to June.`,
];

/** So many events are in each note. */
export const perNote = told.length;

/** Minutes of the meeting of this number, of about so many tokens, that tell of an event of each kind. */
export function noteOf(workload: Workload, number: number, tokens = 2_000): string {
  const lines = [`Minutes of meeting ${number}.`];
  const before = Math.floor(tokens / told.length);
  let [total, next] = [0, 0];
  while (total < tokens) {
    const isEvent = next < told.length && total >= next * before;
    const line = isEvent ? told[next++]!(number) : workload.message().text;
    // A paragraph of its own: an event is its sentence, and not what follows.
    lines.push(...(isEvent ? ["", line, ""] : [line]));
    total += countTokens(line);
  }
  return lines.join("\n");
}

/** A text of so many characters. */
export function longText(workload: Workload, characters: number): string {
  const lines: string[] = [];
  for (let length = 0; length < characters; ) {
    const line = workload.message().text;
    lines.push(line);
    length += line.length + 1;
  }
  return lines.join("\n").slice(0, characters);
}

/** A note as it is ingested; without `source_id` each is a document of its own. */
export const inputOf = (content: string) => ({
  ...{ artifact_type: "note", source_system: "bench", document_date: "2026-03-02", visibility_scope: "org" },
  content,
});
