import { PalimpsestError, planLimits } from "@palimpsest/contract";
import { isHidden } from "../identity/index.js";
import { assertMayWriteState, type JudgedState, mayReadState } from "../policy/index.js";
import type { OperationContext } from "../services.js";
import { assertPlainNames, besideDigests, type Digests } from "../substrate/index.js";
import { maskDeep } from "../text/index.js";

type Names = Parameters<typeof assertPlainNames>[0];
type Context = Pick<OperationContext, "who" | "policy">;
type Keyed = Pick<OperationContext, "digestKey">;
type Given = Readonly<Record<string, unknown>>;
type Kind = "plan" | "plan_state" | "task_context" | "session";

/** What of each says something: ids are names, and times and counters are not its writer's. */
const words: Record<Kind, readonly string[]> = {
  plan: ["goal_event", "goal_data", "state", "response_event", "current_state"],
  plan_state: [],
  task_context: ["event_type", "response_event", "response_topic", "data", "state"],
  session: ["name", "metadata"],
};

const wordsOf = (kind: Kind, row: Given): object =>
  kind === "plan_state"
    ? { [String(row.key)]: row.value }
    : Object.fromEntries(words[kind].map((name) => [name, row[name]]));

const judged = (kind: Kind, row: Given): JudgedState => ({
  ...{ kind, layer: kind === "session" ? "session" : "project" },
  value: wordsOf(kind, row),
});

/** Digests by which what was retracted is known again in it, also in what is merged into its state. */
export const stateDigests = ({ digestKey }: Keyed, kind: Kind, row: Given): Digests[] =>
  besideDigests(digestKey, [wordsOf(kind, row), row.merge_state]);

/** Refuses, after a change, what the invariants of the policy forbid to be written: the change is rolled back. */
export const assertMayWrite = ({ policy, who }: Context, kind: Kind, row: Given): void =>
  assertMayWriteState(policy, who, judged(kind, row));

/** Where agents may write anything. The rest are names: with a secret in them they are refused. */
const freeFields = ["goal_data", "state", "merge_state", "data", "metadata", "name"];

/** What is to be stored, with its secrets masked. Invariants judge it as it was given. */
export function masked<T extends Given>(context: Context, kind: Exclude<Kind, "plan_state">, input: T): T {
  const free = Object.entries(input).filter(([name]) => freeFields.includes(name));
  assertPlainNames(
    Object.fromEntries(Object.entries(input).filter(([name]) => !freeFields.includes(name))) as Names,
  );
  const { value, found } = maskDeep(Object.fromEntries(free));
  if (found.length > 0) assertMayWrite(context, kind, { ...input, state: input.state ?? input.merge_state });
  return { ...input, ...value };
}

/** The same of what a key of a plan is to hold; a key such as "password" says what its value is. */
export function maskedValue(context: Context, key: string, given: unknown): unknown {
  const { value, found } = maskDeep({ [key]: given });
  if (found.length > 0) assertMayWrite(context, "plan_state", { key, value: given });
  return value[key];
}

/** Whether the invariants of the policy let the caller read it, and who changed it last is not being rolled back. */
export const mayRead = ({ policy, who }: Context, kind: Kind, row: Given): boolean =>
  !isHidden(who, String(row.updated_by ?? row.writer ?? "")) && mayReadState(policy, who, judged(kind, row));

/** Objects grow by merging, so that the cap on a request does not hold for them. */
export function assertObjectsFit(objects: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(objects)) {
    if (value === undefined || Buffer.byteLength(JSON.stringify(value)) <= planLimits.objectBytes) continue;
    throw new PalimpsestError(
      "PAYLOAD_TOO_LARGE",
      `${name} would be larger than ${planLimits.objectBytes / 1_024} KiB; keep less in it.`,
    );
  }
}

/** A value as a parameter of type jsonb; null leaves the column as it is. */
export const asJson = (value: unknown): string | null => (value === undefined ? null : JSON.stringify(value));
