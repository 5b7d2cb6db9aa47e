import { type OperationError, PalimpsestError } from "@palimpsest/contract";
import type { ZodError } from "zod";
import { issueInWords } from "./issue-in-words.js";

type Issue = ZodError["issues"][number];

/** `named` has codes of their own for values of the right type that a field does not take. */
export function validationError(
  error: ZodError,
  input: unknown,
  named: Readonly<Record<string, OperationError>> = {},
): PalimpsestError {
  const details = explainIssues(error, input);
  return new PalimpsestError(
    ownCode(error, input, named) ?? codeOf(error),
    details[0]?.message ?? "The input is not valid.",
    { details },
  );
}

/** Only if nothing else is wrong. */
function ownCode(
  { issues }: ZodError,
  input: unknown,
  named: Readonly<Record<string, OperationError>>,
): OperationError | undefined {
  const [first] = issues;
  const codes = issues.map(({ code, path }) =>
    code === "invalid_value" && typeof valueAt(input, path) === "string" ? named[String(path[0])] : undefined,
  );
  return first && codes.every((code) => code !== undefined && code === codes[0]) ? codes[0] : undefined;
}

/** Text that shows nothing has a code of its own, if nothing else is wrong. */
export const codeOf = ({ issues }: ZodError): "EMPTY_CONTENT" | "VALIDATION_ERROR" =>
  issues.every((issue) => issue.code === "custom" && issue.params?.code === "EMPTY_CONTENT")
    ? "EMPTY_CONTENT"
    : "VALIDATION_ERROR";

/** Turns schema issues into messages that name the field and what it accepts, and never repeat its value. */
export const explainIssues = (error: ZodError, input: unknown) =>
  firstOfEachField(error.issues.flatMap(perField))
    .slice(0, 20)
    .map((issue) => {
      const path = issue.path.join(".");
      return { path, message: `${path || "The input"} ${issueInWords(issue, valueAt(input, issue.path))}` };
    });

/** Splits the issue about unknown fields of an object into one for each field. */
const perField = (issue: Issue): Issue[] =>
  issue.code === "unrecognized_keys"
    ? issue.keys.map((key) => ({ ...issue, path: [...issue.path, key] }))
    : [issue];

/** Keeps the first issue of each field: one of the wrong type fails its later checks as well. */
function firstOfEachField(issues: Issue[]): Issue[] {
  const seen = new Map<string, Issue>();
  for (const issue of issues) {
    const path = JSON.stringify(issue.path);
    if (!seen.has(path)) seen.set(path, issue);
  }
  return [...seen.values()];
}

const valueAt = (input: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce((value, key) => (value as Record<PropertyKey, unknown> | undefined | null)?.[key], input);
