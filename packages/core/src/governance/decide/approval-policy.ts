import { PalimpsestError } from "@palimpsest/contract";
import type { Principal } from "../../identity/index.js";
import { defaultPolicy, type EditRule, type Policy } from "../../policy/index.js";
import type { Patch } from "../edit.js";
import type { Undone } from "../read/edits/whose-edits.js";

/** What the policy looks at in a memory. */
export interface Edited {
  kind: string;
  visibility: string;
  owner_id: string;
  writer: string;
}

/** What the policy looks at in an edit. */
export interface Judged {
  op: string;
  target: Edited;
  /** Of an amendment: what it changes. */
  patch?: Patch;
  /** Of a restore: whose edits it undoes. */
  undoes?: Undone;
}

export type Outcome = EditRule["then"];

/** What the first rule that fits says of an edit; without one it waits. */
export function saidByPolicy(policy: Policy, who: Principal, edit: Judged): Outcome {
  const said = deciding(policy, who, edit)?.then ?? "wait";
  const undoes = said === "apply" && leavesUndoing(policy) && deciding(defaultPolicy, who, edit)?.undoes;
  return undoes ? "wait" : said;
}

/**
 * Whether a policy lets some edits wait and says nothing of undoing other people's edits, as one that is older than that
 * condition: the default's rules about it hold. Where every edit that is not denied applies, nothing is to be protected.
 */
export const leavesUndoing = ({ approval: { edits } }: Policy): boolean =>
  !edits.some(
    ({ then, ...conditions }) => then === "apply" && Object.values(conditions).every((c) => c === undefined),
  ) &&
  edits.some(({ then }) => then === "apply") &&
  !edits.some(({ undoes }) => undoes);

/** What happens to an edit: what the policy says, except that no policy lets a machine write a rule or lower a censor. */
export function outcomeOf(policy: Policy, who: Principal, edit: Judged): Outcome {
  const said = saidByPolicy(policy, who, edit);
  return said === "apply" && (writesRule(who, edit) || lowersCensor(who, edit)) ? "wait" : said;
}

/** Only people write rules, and a rule stands unfenced in contexts: a machine's words for one wait for a person. */
const writesRule = (who: Principal, { op, target }: Judged): boolean =>
  who.type !== "human" && target.kind === "rule" && op === "amend";

/**
 * Only people lower what a censor does. Matches may have raised it above its attribute, which an edit sets back, so any
 * action but the strongest may lower it.
 */
const lowersCensor = (who: Principal, { op, target, patch }: Judged): boolean =>
  who.type !== "human" &&
  target.kind === "censor" &&
  op === "amend" &&
  patch?.attributes !== undefined &&
  Object.hasOwn(patch.attributes, "action") &&
  patch.attributes.action !== "absolute";

/** Whether an edit applies at once or waits for approval. One that the policy denies is an error. */
export function appliesAtOnce(policy: Policy, who: Principal, edit: Judged): boolean {
  const rule = deciding(policy, who, edit);
  if (rule?.then === "deny") throw denied(policy, rule);
  if (edit.target.visibility === "private" && lowersCensor(who, edit)) {
    throw new PalimpsestError(
      "FORBIDDEN",
      "Only people set the action of a censor to less than absolute, and no person sees this one. Escalate it, leave it, or deactivate it.",
    );
  }
  return outcomeOf(policy, who, edit) === "apply";
}

const deciding = (policy: Policy, who: Principal, edit: Judged): EditRule | undefined =>
  policy.approval.edits.find((rule) => fits(rule, who, edit));

function denied(policy: Policy, rule: EditRule): PalimpsestError {
  const conditions = Object.entries(rule)
    .filter(([name]) => name !== "then")
    .map(([name, value]) => `${name} ${[value].flat().join(" or ")}`);
  const place = `approval.edits.${policy.approval.edits.indexOf(rule)}`;
  return new PalimpsestError(
    "FORBIDDEN",
    `The policy in force (${policy.version}) denies this edit: ${place} (${conditions.join(", ") || "every edit"}). An admin may change the policy.`,
  );
}

/** A rule fits if each condition that it names holds. */
function fits(rule: EditRule, who: Principal, { op, target, undoes }: Judged): boolean {
  const allows = (values: readonly string[] | undefined, value: string) => values?.includes(value) ?? true;
  const agrees = (wanted: boolean | undefined, is: boolean) => wanted === undefined || wanted === is;
  return (
    allows(rule.principal, who.type) &&
    allows(rule.role, who.role) &&
    allows(rule.kind, target.kind) &&
    allows(rule.op, op) &&
    allows(rule.visibility, target.visibility) &&
    allows(rule.writer, target.writer.split(":", 1)[0]!) &&
    agrees(rule.own, target.owner_id === who.id) &&
    agrees(rule.approver, mayDecide(who)) &&
    (rule.undoes === undefined || (undoes !== undefined && rule.undoes.includes(undoes)))
  );
}

/** Who is asked when an edit waits, in words for the one who proposed it. */
export const approvers = "a person or reviewer with the permission edit:approve, other than its proposer";

/** Deciding takes the permission and a credential to review with. */
const mayDecide = (who: Principal): boolean =>
  who.permissions.has("edit:approve") &&
  (who.type === "human" || who.role === "reviewer" || who.role === "admin");

/** Whoever decides on an edit may decide, and has not proposed it. */
export function assertMayDecide(who: Principal, proposerId: string): void {
  if (!mayDecide(who)) {
    throw new PalimpsestError("FORBIDDEN", "Deciding on edits needs a reviewer's or an admin's credential.");
  }
  if (who.id === proposerId) {
    throw new PalimpsestError("FORBIDDEN", "Nobody decides on an edit of their own; ask another reviewer.");
  }
}

/** A machine's words become a rule, and lower a censor, only if a person approves them. */
export function assertMayApprove(who: Principal, edit: Judged, proposerType: string): void {
  if (proposerType !== "human" && writesRule(who, edit)) {
    throw new PalimpsestError(
      "FORBIDDEN",
      "Only people write rules: ask a person to decide on this edit, which an agent or a service proposed.",
    );
  }
  if (proposerType !== "human" && lowersCensor(who, edit)) {
    throw new PalimpsestError(
      "FORBIDDEN",
      "Only people lower the action of a censor: ask a person to decide on this edit, which an agent or a service proposed.",
    );
  }
}
