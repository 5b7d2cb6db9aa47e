import {
  type Attributes,
  type InputOf,
  invalidField,
  isVisible,
  kindOf,
  limits,
  type PalimpsestContract,
} from "@palimpsest/contract";
import { cutText } from "../../text/index.js";

type EventInput = InputOf<PalimpsestContract["recordEvent"]>;

/** A tool output longer than this is stored as an artifact, and the event holds an excerpt. */
export const artifactBytes = 64 * 1024;
const excerptChars = 4_000;

/** What of an event becomes memory. A decision and a new task have attributes, from which their text is composed. */
export interface Words {
  kind: string;
  text?: string;
  attributes?: Attributes;
}

type ContentField = "text" | "excerpt_text" | "decision" | "title";

/** Where each kind of event says what it is about, the first that is filled in. A tool need not say anything. */
const saidIn: Record<EventInput["kind"], { fields: ContentField[]; needed: boolean }> = {
  message: { fields: ["text"], needed: true },
  artifact: { fields: ["text"], needed: true },
  decision: { fields: ["decision", "text"], needed: true },
  task_update: { fields: ["title", "text"], needed: true },
  tool_result: { fields: ["excerpt_text", "text"], needed: false },
  tool_call: { fields: [], needed: false },
};

/** Text that is given must show something; an event without any is recorded and becomes no memory. */
export function refuseBlank({ kind, content }: EventInput): void {
  const { fields, needed } = saidIn[kind];
  const given = fields.filter((field) => content[field] !== undefined);
  const field = given.find((name) => content[name] !== "") ?? (needed ? given[0] : undefined);
  if (field !== undefined && !isVisible(content[field]!)) {
    throw invalidField(`content.${field}`, "must hold visible text", "EMPTY_CONTENT");
  }
}

/** The memory that an event becomes; undefined where it holds no text. */
export function wordsOf({ kind, content, refs }: EventInput): Words | undefined {
  const said = content.text ?? "";
  if (kind === "decision") {
    const decision = (content.decision || said).trim();
    const { rationale, constraints, alternatives, consequences } = content;
    const attributes = { decision, rationale, constraints, alternatives, consequences, refs };
    return decision === "" ? undefined : { kind: "decision", attributes };
  }
  if (kind === "task_update") {
    const attributes = { title: (content.title || said).trim(), details: content.details ?? "" };
    if (attributes.title === "") return chunk(attributes.details);
    if (content.task_id === undefined) return { kind: "task", attributes: { ...attributes, refs } };
    return chunk(kindOf("task").text!.compose(attributes));
  }
  return chunk(chunkText(kind, content));
}

/** A long text is kept as it is, so that the offsets of its passages are those in what was sent. */
function chunk(text: string): Words | undefined {
  const said = text.trim();
  if (said === "") return undefined;
  return { kind: "chunk", text: said.length > limits.textChars ? text : said };
}

/** Secrets are masked before this cut: half of a secret would not be recognised. */
function chunkText(
  kind: Exclude<EventInput["kind"], "decision" | "task_update">,
  content: EventInput["content"],
): string {
  switch (kind) {
    case "message":
      return content.text ?? "";
    case "tool_result":
      return content.excerpt_text || content.text || cutText(content.output ?? "", excerptChars);
    case "artifact":
      return content.text ?? "";
    case "tool_call":
      return "";
  }
}

const manifests = /(^|\/)(README(\.[a-z]+)?|package\.json|pyproject\.toml|Cargo\.toml|go\.mod)$/i;

/** The importance of an event by its kind. */
export function eventImportance({ kind, tags, content }: EventInput): number {
  if (kind === "decision") return kindOf("decision").importance;
  if (tags.includes("pinned")) return 0.9;
  if (kind === "task_update") return kindOf("task").importance;
  if (kind === "tool_result" && content.path !== undefined && manifests.test(content.path)) return 0.7;
  return 0;
}
