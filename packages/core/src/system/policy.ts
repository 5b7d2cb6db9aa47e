import { type InputOf, type PalimpsestContract, PalimpsestError } from "@palimpsest/contract";
import type { Tx } from "../db/index.js";
import { approvalWarnings, policyNotes } from "../governance/index.js";
import { findApprovers } from "../identity/index.js";
import { pageOf } from "../paging/page.js";
import {
  type AppliedPolicy,
  assertWhole,
  defaultPolicy,
  defaultPolicyYaml,
  findApplied,
  insertPolicy,
  invalidPolicy,
  isHigher,
  isLast,
  lockPolicy,
  normaliseVersion,
  type ParsedPolicy,
  type Policy,
  parsePolicyText,
  policyDigest,
  readVersions,
  signerOf,
  wasApplied,
} from "../policy/index.js";
import type { OperationContext } from "../services.js";
import { setLanguage } from "../substrate/index.js";
import { enveloped } from "../tenant/index.js";
import { policyChanges } from "./policy-changes.js";

type Input<N extends keyof PalimpsestContract> = InputOf<PalimpsestContract[N]>;

export async function getPolicy(context: OperationContext) {
  const applied = await context.read((tx) => findApplied(tx, context.who.tenantId));
  if (applied === undefined) {
    return enveloped(context, {
      version: defaultPolicy.version,
      source: "default" as const,
      yaml: defaultPolicyYaml,
      ...{ applied_at: null, applied_by: null, approver: null, signed_by: null },
    });
  }
  const { source: yaml } = applied;
  const notes = await notesOn(yaml);
  const shown = { ...shownVersion(applied), source: "tenant" as const, yaml };
  return enveloped(context, { ...shown, ...(notes.length > 0 && { notes }) }, applied.version);
}

/** What to know about a text that was applied once; an earlier release may have taken what this one would not. */
async function notesOn(yaml: string): Promise<string[]> {
  const notes: string[] = [];
  try {
    const parsed = await parsePolicyText(yaml);
    notes.push(...policyNotes(parsed.policy));
    assertWhole(parsed);
  } catch (error) {
    if (!(error instanceof PalimpsestError)) throw error;
    notes.push(`This release would refuse this text: ${error.message} Mend that in the next version.`);
  }
  return notes;
}

const shownVersion = (applied: Omit<AppliedPolicy, "source" | "document">) => {
  const { version, applied_at, applied_by, approver, signed_by } = applied;
  return { version, applied_at, applied_by, approver, signed_by };
};

export async function listPolicyVersions(context: OperationContext, input: Input<"listPolicyVersions">) {
  const page = pageOf(context, "listPolicyVersions", input);
  const before = (page.after?.[0] as string | undefined) ?? null;
  const rows = await context.read((tx) => readVersions(tx, context.who.tenantId, before, page.rows));
  const { shown, next } = page.cut(rows, ({ seq }) => [seq]);
  return enveloped(context, {
    versions: shown.map(shownVersion),
    has_more: next.next_cursor !== undefined,
    ...next,
  });
}

/** Of two at once one wins, and the other is compared with it. The same text again changes nothing. */
export async function applyPolicy(context: OperationContext, input: Input<"applyPolicy">) {
  const { who, services } = context;
  const { tenantId } = who;
  const parsed = await parsePolicyText(input.yaml);
  const { policy } = parsed;
  const { version } = policy;
  const warnings = await warningsOf(context, policy);
  type Changes = Awaited<ReturnType<typeof policyChanges>>;
  const answer = (inForce: string, changes?: Changes) => ({
    ...enveloped(context, { version, ...(changes && { changes }) }, inForce),
    ...(warnings.length > 0 && { warnings }),
  });
  // Noted before anything can be refused, so that the entry of an attempt says what was tried.
  context.noted({ digests: [policyDigest(parsed.source)] });
  context.touched([
    `policy:${version}`,
    ...(input.approver === undefined ? [] : [`approver:${input.approver}`]),
  ]);
  const signedAs = (signer: string | null) => {
    if (signer !== null) context.touched([`signed_by:${signer}`]);
  };
  if (input.validate_only) {
    context.noted({ reason: "validate_only" });
    assertWhole(parsed);
    return answer(context.policy.version);
  }
  if (input.dry_run) {
    context.noted({ reason: "dry_run" });
    return context.read(async (tx) => {
      const current = await findApplied(tx, tenantId);
      if (!isSame(current, parsed)) await assertFollows(tx, context, current, parsed, input);
      // Whoever tries a policy may not have had it signed yet.
      if (input.signature !== undefined) signedAs(signedBy(current, parsed, input));
      return answer(context.policy.version, await policyChanges(tx, context, current, parsed));
    });
  }
  let seq = 0;
  const applied = await context.write(async (tx) => {
    await lockPolicy(tx, tenantId);
    const current = await findApplied(tx, tenantId);
    if (isSame(current, parsed)) {
      seq = Number(current.seq);
      signedAs(current.signed_by);
      context.noted({ reason: "unchanged" });
      return answer(version);
    }
    await assertFollows(tx, context, current, parsed, input);
    const signed_by = signedBy(current, parsed, input);
    seq = await insertPolicy(tx, who, parsed, { approver: input.approver ?? null, signed_by });
    signedAs(signed_by);
    await setLanguage(tx, policy.retrieval.language);
    context.noted({ reason: "applied" });
    return answer(version);
  });
  services.tenants.policyApplied(tenantId, { seq, version, policy });
  return applied;
}

async function warningsOf({ read, who, services }: OperationContext, policy: Policy): Promise<string[]> {
  const approvers = await read((tx) => findApprovers(tx, who));
  // Without authentication everybody who can reach the server may approve.
  const unapproved = services.settings.auth === "none" ? [] : approvalWarnings(policy, approvers);
  return [...unapproved, ...policyNotes(policy)];
}

const isSame = (
  current: AppliedPolicy | undefined,
  { policy, source }: ParsedPolicy,
): current is AppliedPolicy => current?.version === policy.version && current.source === source;

const signedBy = (
  current: AppliedPolicy | undefined,
  { source }: ParsedPolicy,
  { signature }: Input<"applyPolicy">,
) => signerOf(current?.document, { source, signature });

/** After the highest version there can be, versions begin again: nobody is locked into one policy for ever. */
async function assertFollows(
  tx: Tx,
  { who }: OperationContext,
  current: AppliedPolicy | undefined,
  parsed: ParsedPolicy,
  { expected_version }: Input<"applyPolicy">,
): Promise<void> {
  const { version } = parsed.policy;
  assertWhole(parsed);
  const inForce = current?.version ?? defaultPolicy.version;
  assertExpected(expected_version, inForce);
  if (isHigher(version, inForce)) return;
  if (!isLast(inForce)) {
    throw wrongVersion(`must be higher than ${inForce}, which is in force; ${version} is not`);
  }
  if (!(await wasApplied(tx, who.tenantId, version))) return;
  throw wrongVersion(
    `must be one that was never used: no version is higher than ${inForce}, which is in force, so a lower one may follow it, and ${version} was applied before`,
  );
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

const wrongVersion = (message: string) => invalidPolicy([{ path: "version", message: `version ${message}` }]);
