import {
  contract,
  type OperationName,
  PalimpsestError,
  type Permission,
  rolePermissions,
} from "@palimpsest/contract";
import type { Principal } from "../../../identity/index.js";
import { ageMemories } from "../../../policy/testing/age-memories.js";
import { wholePolicy } from "../../../policy/testing/whole-policy.js";
import { inputSchema } from "../../../selftest/world/id-parameters.js";
import { samples } from "../../../selftest/world/sample-inputs.js";
import { fillTenant } from "../../../selftest/world/tenant-world.js";
import type { TestMemory } from "../../../testing/test-memory.js";
import { type Plants, type ReadsMemories, type Reason, reasons } from "./read-operations.js";

/** Stands in every text of a planted tenant, and in no name. */
export const canary = "kestrel";

export interface Planted extends Plants {
  /** Every memory of the tenant. */
  ids: string[];
  /** Those that others do not see, by their owner. */
  own: { id: string; owner_id: string }[];
}

/** A tenant in which every kind of memory says the canary, all of class pii. */
export async function plant(memory: TestMemory, name: string): Promise<Planted> {
  const tenantId = `planted-${name}`;
  const world = await fillTenant(memory, tenantId, name, `${canary}, known as kim@example.org, the`);
  const call = (operation: OperationName, who: Principal, input: object) =>
    memory.call(who, operation, input as never) as Promise<Record<string, string>>;
  const { text, admin, ann, bot, session } = world;
  // What agents work with beside their memories says it, too. It is none.
  await call("deleteTaskContext", bot, { task_id: world.taskContext });
  await call("deletePlan", bot, { plan_id: world.plan });
  await call("resolveWorkingThread", admin, { session_id: session, thread_id: world.thread });
  const { acb } = await memory.call(admin, "buildAcb", {
    ...{ session_id: "elsewhere", channel: "private", query: "heron" },
  });
  // What follows enters a context that is built again.
  await call("logInteraction", bot, { agent_id: bot.id, role: "user", content: text, session_id: session });
  await call("storeSkill", bot, { procedure_type: "system_prompt", content: text, agent_id: bot.id });
  const { revision_id } = await call("ingestArtifact", ann, {
    ...{ artifact_type: "note", source_system: "s", source_id: world.source, visibility_scope: "org" },
    ...{ content: `Decision: ${text}, kept for good.`, participants: [text] },
  });
  await memory.settle();
  const { edit_id } = await call("applyEdit", bot, {
    ...{ target_type: "chunk", target_id: world.chunk, op: "retract", reason: "a test" },
  });
  const rows = await memory.database.ownerQuery<{ id: string; owner_id: string; visibility: string }>(
    `select id, owner_id, visibility from palimpsest.memory where tenant_id = $1`,
    [tenantId],
  );
  return {
    world,
    ...{ revision: revision_id!, acb: acb.acb_id, edit: edit_id! },
    ids: rows.map(({ id }) => id),
    own: rows.filter(({ visibility }) => visibility === "private"),
  };
}

/** Makes all of it unreadable. */
export async function forbid(
  memory: TestMemory,
  { world, ids, own }: Planted,
  reason: Reason,
): Promise<void> {
  const owners = new Map(own.map(({ id, owner_id }) => [id, owner_id]));
  const how: { policy?: string; patches?: readonly object[] } = reasons[reason];
  if (how.policy !== undefined) {
    await memory.call(world.admin, "applyPolicy", { yaml: wholePolicy(`version: 1\n${how.policy}`) });
  }
  if (reason === "ttl") await ageMemories(memory, ids);
  for (const patch of how.patches ?? []) {
    for (const target_id of ids) {
      const who = [world.ann, world.bot].find(({ id }) => id === owners.get(target_id)) ?? world.admin;
      await memory.call(who, "applyEdit", {
        ...{ target_type: target_id.startsWith("cap_") ? "capsule" : "memory", target_id },
        ...{ op: reason as "quarantine", patch, reason: "a test" },
      });
    }
  }
}

/** Somebody who may call the operation, and may not look through edits at what they hide. */
const reader = (who: Principal, access: Permission): Principal => ({
  ...who,
  role: access === "admin" ? "admin" : rolePermissions.writer.includes(access) ? "writer" : "reviewer",
  permissions: new Set([...rolePermissions.writer, access]),
});

/** What an operation shows of the tenant's memories that the caller has not said itself, in any channel, to any reader. */
export async function shownBy(
  memory: TestMemory,
  planted: Planted,
  operation: OperationName,
  ask: ReadsMemories["ask"],
): Promise<("text" | "id")[]> {
  const { world, ids } = planted;
  const { input, who } = samples[operation](world) as { input: object; who?: Principal };
  const sample = ask?.(planted) ?? input;
  // The caller asks without the canary, so that whatever answer holds it shows a memory.
  const plain = JSON.parse(
    JSON.stringify(sample).replaceAll(world.text, "The heron sleeps on one leg"),
  ) as object;
  const { channel } = inputSchema(operation).properties ?? {};
  const inputs =
    channel === undefined
      ? [plain]
      : [plain, ...(["team", "private"] as const).map((one) => ({ ...plain, channel: one }))];
  const shown = new Set<"text" | "id">();
  for (const caller of new Set([world.ann, world.bot, who ?? world.admin])) {
    for (const given of inputs) {
      const asked = JSON.stringify(given);
      const answer = await answerOf(memory, reader(caller, contract[operation].access), operation, given);
      if (answer.includes(canary)) shown.add("text");
      if (ids.some((id) => answer.includes(id) && !asked.includes(id))) shown.add("id");
    }
  }
  return [...shown].toSorted();
}

const answerOf = (memory: TestMemory, who: Principal, operation: OperationName, given: object) =>
  memory.call(who, operation, given as never).then(
    (output) => JSON.stringify(output),
    (error: unknown) => {
      if (!(error instanceof PalimpsestError)) throw error;
      return `${error.code} ${error.message} ${JSON.stringify(error.details)}`;
    },
  );
