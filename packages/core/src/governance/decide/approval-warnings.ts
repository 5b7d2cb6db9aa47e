import {
  editOp,
  kindNames,
  type PrincipalType,
  principalTypes,
  type Role,
  rolePermissions,
  roles,
  visibility,
} from "@palimpsest/contract";
import type { Principal } from "../../identity/index.js";
import type { Policy } from "../../policy/index.js";
import { leavesUndoing, saidByPolicy } from "./approval-policy.js";

/**
 * What an admin should know of a policy before it is in force: edits that wait need somebody who may decide on them, and
 * nobody decides on their own. `approvers` are the ids of those whose keys may.
 */
export function approvalWarnings(policy: Policy, approvers: ReadonlySet<string>): string[] {
  const everybody = principalTypes.flatMap((type) => roles.map((role) => someone(type, role)));
  if (approvers.size === 0 && everybody.some((who) => someEditWaits(policy, who))) {
    return [
      "Edits wait under this policy, and no key of this tenant has the permission edit:approve. Create one with the role reviewer, unless reviewers sign in by token.",
    ];
  }
  const reviewers = (["reviewer", "admin"] as const).map((role) => someone("human", role));
  if (approvers.size === 1 && reviewers.some((who) => someEditWaits(policy, who))) {
    const [only] = approvers;
    return [
      `Edits of reviewers and admins wait under this policy, and only ${only} has a key that may approve. Nobody decides on an edit of their own: create another key with the role reviewer, unless reviewers sign in by token.`,
    ];
  }
  return [];
}

/** What a reader of the policy's text would not find in it. */
export const policyNotes = (policy: Policy): string[] =>
  leavesUndoing(policy)
    ? [
        "No rule of this policy names undoes, so the default's rules hold: a restore waits if it undoes what a reviewer decided, and an agent's if it undoes somebody else's edit. Add a rule with undoes to say otherwise.",
      ]
    : [];

const someone = (type: PrincipalType, role: Role): Principal => ({
  ...{ tenantId: "", id: "someone", type, role, teams: [], grants: [], via: "key" },
  permissions: new Set(rolePermissions[role]),
});

function someEditWaits(policy: Policy, who: Principal): boolean {
  const targets = kindNames().flatMap((kind) =>
    visibility.options.flatMap((seenBy) =>
      principalTypes.flatMap((writer) =>
        [who.id, "another"].map((owner_id) => ({
          ...{ kind, visibility: seenBy, owner_id },
          writer: `${writer}:${owner_id}`,
        })),
      ),
    ),
  );
  const undone = [undefined, "own", "other", "reviewer"] as const;
  return targets.some((target) =>
    editOp.options.some((op) =>
      (op === "restore" ? undone.slice(1) : undone.slice(0, 1)).some(
        (undoes) => saidByPolicy(policy, who, { op, target, undoes }) === "wait",
      ),
    ),
  );
}
