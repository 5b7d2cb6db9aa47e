import { PalimpsestError, planLimits } from "@palimpsest/contract";
import { assertMayWriteState, type JudgedState, mayReadState } from "../policy/index.js";
import type { OperationContext } from "../services.js";

type Context = Pick<OperationContext, "who" | "policy">;
type Kind = "plan" | "plan_state" | "task_context" | "session";

/** What of each says something: ids are names, and times and counters are not its writer's. */
const words: Record<Kind, readonly string[]> = {
  plan: ["goal_event", "goal_data", "state", "response_event", "current_state"],
  plan_state: [],
  task_context: ["event_type", "response_event", "response_topic", "data", "state"],
  session: ["name", "metadata"],
};

function judged(kind: Kind, row: Readonly<Record<string, unknown>>): JudgedState {
  const value =
    kind === "plan_state"
      ? { [String(row.key)]: row.value }
      : Object.fromEntries(words[kind].map((name) => [name, row[name]]));
  return { kind, layer: kind === "session" ? "session" : "project", value };
}

/** Refuses, after a change, what the invariants of the policy forbid to be written: the change is rolled back. */
export const assertMayWrite = (
  { policy, who }: Context,
  kind: Kind,
  row: Readonly<Record<string, unknown>>,
): void => assertMayWriteState(policy, who, judged(kind, row));

/** Whether the invariants of the policy let the caller read it. */
export const mayRead = (
  { policy, who }: Context,
  kind: Kind,
  row: Readonly<Record<string, unknown>>,
): boolean => mayReadState(policy, who, judged(kind, row));

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
