import { randomBytes } from "node:crypto";
import { contract, type OperationName, type OutputOf, type PalimpsestContract } from "@palimpsest/contract";
import { localPrincipal, type Principal } from "../identity/index.js";
import { answersOf, areSame } from "./answers.js";
import type { CalledMemory } from "./world/called-memory.js";
import { type Guarded, guardedChannels, guardInTenant } from "./world/guarded-world.js";
import { hideInTenant } from "./world/hidden-world.js";
import { type Field, idParameters, inputSchema, valueAt, withValue } from "./world/id-parameters.js";
import { samples } from "./world/sample-inputs.js";
import { fillTenant, type TenantWorld } from "./world/tenant-world.js";

type Report = OutputOf<PalimpsestContract["selftestIsolation"]>;

/** They concern the whole store, or would begin this test again. Only those who lack the permission call them here. */
const neverRun: ReadonlySet<OperationName> = new Set(["switchEmbeddings", "selftestIsolation"]);
/** An admin is shown all of the own tenant by these, private memories too. */
const showsAll: ReadonlySet<OperationName> = new Set(["exportRecords"]);
/** Fields that are not taken together with what the sample holds. */
const notTaken = new Set([
  ...["bulkEdit patch.edit_id", "bulkEdit rollback_id", "addCensor learned_from_episode"],
  ...["learnFact", "supersedeFact", "contradictFact"].map((name) => `${name} source_episode_id`),
  ...["supersedeFact", "contradictFact"].map((name) => `${name} exclude_ids.0`),
]);

/** The fields of an operation by which a caller could try to reach what is not theirs. */
export const reachingFields = (operation: OperationName): Field[] =>
  idParameters(operation).filter(({ path }) => !notTaken.has(`${operation} ${path.join(".")}`));

/** An id of the same form as this one that nothing has. */
export function missingFor(id: string): string {
  const made = id.replace(/\d{27}$/, "9".repeat(27));
  return made === id ? "nothing-of-that-name" : made;
}

/**
 * Plants words in two tenants that are made for it, calls every operation with every foreign and hidden id and as every
 * wrong principal, and tells what came out that should not, and where a foreign id gets another answer than a missing
 * one. Both tenants are deleted afterwards, whatever happens.
 */
export async function isolationSelftest(
  given: CalledMemory,
  operations: readonly OperationName[] = Object.keys(contract) as OperationName[],
): Promise<Report> {
  // Only these need what a job makes.
  const memory = ["getSemanticEvent", "getEntity"].some((name) => operations.includes(name as OperationName))
    ? given
    : { ...given, settle: async () => undefined };
  const run = randomBytes(4).toString("hex");
  const tenants = [`selftest-${run}-a`, `selftest-${run}-b`] as const;
  try {
    const ours = await fillTenant(memory, tenants[0], `grey${run}`);
    const theirs = await fillTenant(memory, tenants[1], `white${run}`, `kestrel${run}`);
    const hidden = await hideInTenant(memory, ours, `The gyrfalcon${run} owl`);
    const guarded = await guardInTenant(memory, ours, run);
    const test = { ours, theirs, hidden, foreign: `kestrel${run}`, concealed: `gyrfalcon${run}`, guarded };
    return await check(memory, operations, test);
  } finally {
    for (const tenantId of tenants) {
      await memory.call(localPrincipal({ tenantId }), "deleteTenant", { confirm: tenantId } as never);
    }
  }
}

interface Test {
  ours: TenantWorld;
  theirs: TenantWorld;
  hidden: TenantWorld;
  /** A word of the other tenant, and one of somebody else's private memories. */
  foreign: string;
  concealed: string;
  /** Words that some channels must not show. */
  guarded: Guarded[];
}

async function check(
  memory: CalledMemory,
  operations: readonly OperationName[],
  test: Test,
): Promise<Report> {
  const answers = answersOf(memory);
  const findings: Report["findings"] = [];
  const find = (operation: OperationName, kind: "leak" | "difference", what: string) =>
    findings.push({ operation, kind, what });
  const scan = (operation: OperationName, answer: string, words: string[], what: string, asked: unknown) => {
    // What the caller said itself may come back.
    const said = JSON.stringify(asked);
    if (words.some((word) => answer.includes(word) && !said.includes(word))) find(operation, "leak", what);
  };
  const { ours, theirs, hidden, foreign, concealed, guarded } = test;
  const sampleIn = (operation: OperationName, world: TenantWorld) =>
    samples[operation](world) as { input: object; who?: Principal };

  const withForeignIds = async (operation: OperationName) => {
    if (neverRun.has(operation)) return;
    const { input, who = ours.admin } = sampleIn(operation, ours);
    for (const { path } of reachingFields(operation)) {
      const own = String(valueAt(input, path));
      const ask = (id: string) => answers(who, operation, withValue(input, path, id), id);
      const missing = await ask(missingFor(own));
      const others = [String(valueAt(sampleIn(operation, theirs).input, path))];
      const concealedId = String(valueAt(sampleIn(operation, hidden).input, path));
      if (concealedId !== own && missingFor(own) !== "nothing-of-that-name") others.push(concealedId);
      for (const id of others) {
        const answer = await ask(id);
        const what = `${path.join(".")} of ${id === others[0] ? "another tenant" : "somebody else"}`;
        scan(operation, answer, [foreign, concealed], what, id);
        if (!areSame(answer, missing)) find(operation, "difference", what);
      }
    }
  };
  const asWrongPrincipals = async (operation: OperationName) => {
    const { input } = sampleIn(operation, theirs);
    const { access } = contract[operation];
    const strangers = [ours.admin, ours.ann, ours.bot].filter(
      (who) => !(neverRun.has(operation) && who.permissions.has(access)),
    );
    for (const who of strangers) {
      const answer = await answers(who, operation, input, "none");
      const isShown = who === ours.admin && showsAll.has(operation);
      const words = isShown ? [foreign] : [foreign, concealed];
      scan(operation, answer, words, `as ${who.type} of another tenant`, input);
    }
    const powerless: Principal = { ...theirs.bot, permissions: new Set() };
    const answer = await answers(powerless, operation, input, "none");
    scan(operation, answer, [foreign], "as one without the permission", input);
    if (!answer.startsWith("FORBIDDEN ")) find(operation, "leak", `is not refused without ${access}`);
  };
  const inChannels = async (operation: OperationName) => {
    const { effect } = contract[operation];
    if (effect === "write" || inputSchema(operation).properties?.channel === undefined) return;
    const { input, who: usual = ours.bot } = sampleIn(operation, ours);
    const words = guarded.map(({ word }) => word);
    const asking = reachingFields(operation)
      .filter(({ path }) => String(valueAt(input, path)).startsWith("chk_"))
      .flatMap(({ path }) => guarded.map(({ id }) => withValue(input, path, id)));
    for (const channel of guardedChannels) {
      for (const who of [usual, ours.ann]) {
        for (const asked of [input, ...asking]) {
          const answer = await answers(who, operation, { ...(asked as object), channel }, "none");
          scan(operation, answer, words, `in the channel ${channel}`, asked);
        }
      }
    }
  };
  // The wrong principals write in their own tenant under the names of the other one, so they come last.
  for (const attack of [withForeignIds, inChannels, asWrongPrincipals]) {
    for (const operation of operations) await attack(operation);
  }
  const count = (kind: string) => findings.filter((one) => one.kind === kind).length;
  return {
    operations: operations.length,
    calls: answers.calls(),
    leaks: count("leak"),
    differences: count("difference"),
    findings: findings.slice(0, 1_000),
  };
}
