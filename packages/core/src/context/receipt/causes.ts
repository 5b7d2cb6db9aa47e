import type { OutputOf, PalimpsestContract } from "@palimpsest/contract";
import type { StateRow } from "./state.sql.js";

type Replay = OutputOf<PalimpsestContract["replayAcb"]>;
export type Cause = Replay["causes"][number];
export type Reason = NonNullable<Replay["items"][number]["withheld"]>;

interface Told {
  /** A rollback of its writer goes on. */
  isHidden: boolean;
  revoked: ReadonlySet<string>;
  includeQuarantined: boolean;
}

/** What has happened to a shown memory since, that keeps it from being shown again; undefined if nothing has. */
export function reasonOf(
  state: StateRow | undefined,
  { isHidden, revoked, includeQuarantined }: Told,
): Reason | undefined {
  if (state === undefined) return isHidden ? "rolled_back" : "erased";
  if (state.retracted) return "retracted";
  if (state.expired) return revoked.has(state.id) ? "revoked" : "expired";
  if (state.quarantined && !includeQuarantined) return "quarantined";
  if (state.blocked) return "blocked";
  if (state.reworded) return "amended";
  return state.cleared && state.heard ? undefined : "policy";
}

const causeOf: Partial<Record<Reason, Cause["cause"]>> = {
  erased: "erasure",
  expired: "expiry",
  revoked: "revocation",
  rolled_back: "rollback",
  policy: "policy",
};

/** The causes of one difference: each of its edits since then, an edit of another memory, or what else it came from. */
export function causesOf(
  reason: Reason,
  edits: StateRow["edits"],
): Pick<Cause, "cause" | "edit_id" | "op">[] {
  const cause = causeOf[reason];
  if (cause !== undefined) return [{ cause, edit_id: null, op: null }];
  const own = edits.filter(({ op }) => op !== "attenuate");
  if (own.length === 0) return [{ cause: "edit", edit_id: null, op: null }];
  return own.map(({ edit_id, op }) => ({ cause: "edit" as const, edit_id, op }));
}
