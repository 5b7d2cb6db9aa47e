import { type InputOf, type PalimpsestContract, PalimpsestError } from "@palimpsest/contract";
import { approvalWarnings, policyNotes } from "../governance/index.js";
import { findApprovers } from "../identity/index.js";
import {
  defaultPolicy,
  defaultPolicyYaml,
  findApplied,
  insertPolicy,
  invalidPolicy,
  isHigher,
  lockPolicy,
  normaliseVersion,
  parsePolicyText,
} from "../policy/index.js";
import type { OperationContext } from "../services.js";
import { setLanguage } from "../substrate/index.js";

export async function getPolicy(context: OperationContext) {
  const applied = await context.read((tx) => findApplied(tx, context.who.tenantId));
  if (applied === undefined) {
    const { version } = defaultPolicy;
    return {
      version,
      source: "default" as const,
      yaml: defaultPolicyYaml,
      applied_at: null,
      applied_by: null,
    };
  }
  const { version, source: yaml, applied_at, applied_by } = applied;
  const notes = await parsePolicyText(yaml).then(
    ({ policy }) => policyNotes(policy),
    () => [],
  );
  return {
    ...{ version, source: "tenant" as const, yaml, applied_at, applied_by },
    ...(notes.length > 0 ? { notes } : {}),
  };
}

/** Of two at once one wins, and the other is compared with it. The same text again changes nothing. */
export async function applyPolicy(
  context: OperationContext,
  input: InputOf<PalimpsestContract["applyPolicy"]>,
) {
  const { who, services } = context;
  const { tenantId } = who;
  const parsed = await parsePolicyText(input.yaml);
  const { policy, source } = parsed;
  const approvers = await context.read((tx) => findApprovers(tx, who));
  // Without authentication everybody who can reach the server may approve.
  const unapproved = services.settings.auth === "none" ? [] : approvalWarnings(policy, approvers);
  const warnings = [...unapproved, ...policyNotes(policy)];
  const answer = { version: policy.version, ...(warnings.length > 0 ? { warnings } : {}) };
  if (input.validate_only) return answer;
  let seq = 0;
  await context.write(async (tx) => {
    await lockPolicy(tx, tenantId);
    const current = await findApplied(tx, tenantId);
    if (current?.version === policy.version && current.source === source) {
      seq = Number(current.seq);
      return answer;
    }
    const inForce = current?.version ?? defaultPolicy.version;
    assertExpected(input.expected_version, inForce);
    if (!isHigher(policy.version, inForce)) throw notHigher(policy.version, inForce);
    seq = await insertPolicy(tx, who, parsed);
    await setLanguage(tx, policy.retrieval.language);
    return answer;
  });
  services.tenants.policyApplied(tenantId, { seq, version: policy.version, policy });
  return answer;
}

function assertExpected(expected: string | undefined, inForce: string): void {
  if (expected === undefined || expected === inForce) return;
  const version = normaliseVersion(expected);
  if (version === inForce) return;
  throw new PalimpsestError(
    "CONFLICT",
    `Version ${inForce} is in force, not ${version ?? "the one you expect"}. Read it, then apply yours again.`,
  );
}

const notHigher = (version: string, inForce: string) =>
  invalidPolicy([
    {
      path: "version",
      message: `version must be higher than ${inForce}, which is in force; ${version} is not`,
    },
  ]);
