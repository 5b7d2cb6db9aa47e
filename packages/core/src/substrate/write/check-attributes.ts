import { type Attributes, type Kind, PalimpsestError } from "@palimpsest/contract";
import { issueInWords } from "../../input/issue-in-words.js";
import { codeOf } from "../../input/validation-error.js";

/** Attributes as the kind's schema takes them, defaults filled in; `place` names them in the error. */
export function checkAttributes(kind: Kind, given: Attributes, place = "attributes"): Attributes {
  const parsed = kind.attributes.safeParse(given);
  if (parsed.success) return parsed.data;
  const details = parsed.error.issues.map((issue) => {
    const unknown = issue.code === "unrecognized_keys" ? issue.keys.slice(0, 1) : [];
    const inside = [...issue.path, ...unknown];
    const value = inside.reduce<unknown>((at, key) => (at as Attributes | undefined)?.[key as string], given);
    return { path: [place, ...inside].join("."), message: issueInWords(issue, value) };
  });
  const [first] = details;
  throw new PalimpsestError(codeOf(parsed.error), `${first!.path} ${first!.message}.`, { details });
}
