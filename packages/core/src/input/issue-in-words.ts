import type { ZodError } from "zod";

type Issue = ZodError["issues"][number];

const typeInWords: Record<string, string> = {
  string: "text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  record: "an object",
};

const unitOf: Record<string, string> = { string: " characters long", array: " entries long" };

/** What is wrong with a field, in words that follow the field's name. */
export function issueInWords(issue: Issue, value: unknown): string {
  const choices =
    issue.code === "invalid_value" && issue.values.length > 1
      ? `one of ${issue.values.join(", ")}`
      : undefined;
  if (issue.code === "unrecognized_keys") return "is not a field here";
  if (value === undefined) return choices ? `is required: ${choices}` : "is required";
  switch (issue.code) {
    case "invalid_value":
      return `must be ${choices ?? String(issue.values[0])}`;
    case "invalid_type":
      return `must be ${typeInWords[issue.expected] ?? issue.expected}`;
    case "too_small":
      if (issue.minimum === 1 && issue.origin in unitOf) return "must not be empty";
      return `must be at least ${shown(issue.minimum)}${unitOf[issue.origin] ?? ""}`;
    case "too_big":
      return `must be at most ${shown(issue.maximum)}${unitOf[issue.origin] ?? ""}`;
    case "invalid_key":
      return issueInWords(issue.issues[0]!, value ?? null);
    case "custom":
      return issue.params?.code === "EMPTY_CONTENT" && value === "" ? "must not be empty" : issue.message;
    default:
      // Messages of the contract itself are written to follow the field's name.
      return issue.message;
  }
}

const shown = (bound: number | bigint) => bound.toLocaleString("en-US");
