const labels = {
  rationale: "Rationale",
  constraints: "Constraint",
  alternatives: "Alternative",
  consequences: "Consequence",
} as const;
type Part = keyof typeof labels;
const parts = Object.keys(labels) as Part[];

/** What a line may hold that would make two of it. */
const oneLine = (line: string): string => line.replace(/[\n\r\v\f\u0085\u2028\u2029]+/g, " ");

export type DecisionParts = { decision: string } & Partial<Record<Part, string[]>>;

/** A decision as one text, from which its parts can be read back: so an edit reaches every one of them. */
export function decisionText(parts_: DecisionParts): string {
  const lines = parts.flatMap((part) =>
    (parts_[part] ?? []).map((line) => `${labels[part]}: ${oneLine(line)}`),
  );
  return [parts_.decision.trim(), ...lines].join("\n").trim();
}

export function readDecision(text: string): Required<DecisionParts> {
  const read = {
    decision: "",
    rationale: [],
    constraints: [],
    alternatives: [],
    consequences: [],
  } as Required<DecisionParts>;
  const own: string[] = [];
  text.split("\n").forEach((line, at) => {
    const part = at === 0 ? undefined : parts.find((p) => line.startsWith(`${labels[p]}: `));
    if (part) read[part].push(line.slice(labels[part].length + 2));
    else own.push(line);
  });
  return { ...read, decision: own.join("\n") };
}

/** A task as one text: its title is the first line. */
export function taskText({ title, details }: { title: string; details: string }): string {
  return [oneLine(title.trim()), details.trim()].filter((line) => line !== "").join("\n");
}

export function readTask(text: string): { title: string; details: string } {
  const [title = "", ...rest] = text.split("\n");
  return { title, details: rest.join("\n") };
}

/** The parts of a decision as attributes. */
export const decisionAttributes = ({
  decision,
  rationale = [],
  constraints = [],
  alternatives = [],
  consequences = [],
  refs = [],
}: DecisionParts & { refs?: string[] }) => ({
  decision: decision.trim(),
  rationale,
  constraints,
  alternatives,
  consequences,
  refs,
});

export const refsOf = ({ attributes }: { attributes: Record<string, unknown> }): string[] =>
  (attributes.refs ?? []) as string[];
