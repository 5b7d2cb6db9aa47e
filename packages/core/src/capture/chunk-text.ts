import type { InputOf, PalimpsestContract } from "@palimpsest/contract";
import { cutText } from "../text/index.js";
import { decisionText, taskText } from "../work/index.js";

type EventInput = InputOf<PalimpsestContract["recordEvent"]>;

/** Past this many bytes the full output of a tool is kept apart, and the event holds an excerpt. */
export const artifactBytes = 64 * 1024;
const excerptChars = 4_000;

/**
 * What of an event becomes memory; nothing, where it holds no text. Its secrets are masked by now: of one that the cut
 * went through, the half that stays would look like none.
 */
export function chunkText({ kind, content }: EventInput): string {
  switch (kind) {
    case "message":
      return content.text ?? "";
    case "tool_result":
      return content.excerpt_text ?? content.text ?? cutText(content.output ?? "", excerptChars);
    case "decision":
      return decisionText({ ...content, decision: content.decision ?? content.text ?? "" });
    case "task_update":
      return taskText({ title: content.title ?? content.text ?? "", details: content.details ?? "" });
    case "artifact":
      return content.text ?? "";
    case "tool_call":
      return "";
  }
}

const manifests = /(^|\/)(README(\.[a-z]+)?|package\.json|pyproject\.toml|Cargo\.toml|go\.mod)$/i;

/** How much an event matters, by what it is. */
export function eventImportance({ kind, tags, content }: EventInput): number {
  if (kind === "decision") return 1;
  if (tags.includes("pinned")) return 0.9;
  if (kind === "task_update") return 0.8;
  if (kind === "tool_result" && content.path !== undefined && manifests.test(content.path)) return 0.7;
  return 0;
}
