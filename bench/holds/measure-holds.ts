import { contract, type Example, type OperationName } from "@palimpsest/contract";
import { jobKinds, type Memory, runDueJobs } from "@palimpsest/core";
import { z } from "zod";
import { edited, type Filled } from "../governance/fill.js";
import { type LargeInputs, largeInputs } from "./large-inputs.js";
import type { Watch } from "./watch.js";

export interface Hold {
  readonly operation: OperationName;
  readonly longestMs: number;
  /** How long the call took. */
  readonly tookMs: number;
  /** Why the call failed: it then says nothing about holds. */
  readonly failed?: string;
}

/** Parameters that say how much is wanted; each is given its maximum. */
const sizes = ["limit", "last", "max_tokens", "window_seconds"];
/** Calls about the memory from which a thousand others were made, in place of the example's own note. */
const aboutRoot: OperationName[] = ["previewPendingEdit", "approveEdit", "editExposure", "counterfactual"];
/** A tenant holds one such job at a time. */
const inOwnTenant: OperationName[] = [
  ...(["listJobs", "getJob", "retryJob", "stopJob"] as const),
  // The examples ingest one document, each to be kept in its own way; a tenant is deleted with all that it holds.
  ...(["resolveArtifact", "deleteTenant", "getSemanticEvent", "getEntity", "reextractEvents"] as const),
  // What is in a text is decided by the policy that the example applies.
  ...(["approveEscalation", "rejectEscalation", "revokeEscalation"] as const),
  // One erasure of a subject is open at a time, and it reaches what the other examples wrote about that one.
  ...(["requestErasure", "approveErasure", "cancelErasure"] as const),
  ...(["getErasure", "listErasures", "verifyErasure"] as const),
];

/** After these the memory is put back as it was. */
const changesRoot: OperationName[] = ["correct", "forget", "approveEdit"];
const restore = (root: string) => ({
  target_type: "memory",
  target_id: root,
  op: "restore",
  reason: "for the next call",
});

const extraction = jobKinds.filter(({ kind }) => kind === "extract_events");
const finishJobs = ({ services }: Memory) =>
  runDueJobs(services, {
    kinds: extraction,
    signal: new AbortController().signal,
    onEnd: () => undefined,
  });

/** The id at a path such as "events.0.event_id"; a sentence ends with the id that it names. */
const idAt = (answer: unknown, path: string): string => {
  const found = path.split(".").reduce((value, key) => (value as Record<string, unknown>)?.[key], answer);
  return String(found).split(" ").at(-1)!;
};

const names = Object.keys(contract) as OperationName[];
const isRead = (name: OperationName) => contract[name].effect !== "write";
/** Reads first: they are to find what the writes take away. */
const inOrder = [...names.filter(isRead), ...names.filter((name) => !isRead(name))];

const largest = (name: OperationName): Record<string, number> => {
  const { properties = {} } = z.toJSONSchema(contract[name].input, { io: "input", unrepresentable: "any" });
  return Object.fromEntries(
    sizes.flatMap((size) => {
      const property = properties[size];
      return typeof property === "object" && property.maximum !== undefined ? [[size, property.maximum]] : [];
    }),
  );
};

/**
 * Calls every operation of the contract in the filled tenant, with the largest sizes it takes. `contexts` are
 * built before, which a counterfactual then builds again.
 */
export const measureHolds = async (
  memory: Memory,
  filled: Filled,
  { watch, contexts }: { watch: Watch; contexts: number },
): Promise<Hold[]> => {
  const call = async (operation: OperationName, input: object, agentId?: string, tenantId = edited) => {
    const credential = { kind: "local", tenantId, agentId } as const;
    const { output } = await memory.dispatch({ operation, input, credential, surface: "sdk" });
    return output as Record<string, unknown>;
  };
  const large: LargeInputs = largeInputs(filled);

  /** Takes the steps before the example; gives the call itself, and further ones of the operation. */
  const prepare = async (name: OperationName): Promise<(() => Promise<unknown>)[]> => {
    const asked = large[name];
    if (asked) {
      const inputs = [asked.input, ...(asked.further ?? [])];
      return inputs.map((input) => () => call(name, { ...input, ...largest(name) }, asked.as));
    }
    // Plans and sessions are found by names that the examples choose, so each has a tenant of its own.
    const named = contract[name].mcp?.toolset === "coala";
    const tenantId = named || inOwnTenant.includes(name) ? `example-${name}` : edited;
    const { before = [], as, input }: Example<z.ZodType> = contract[name].example;
    const ids = new Map<string, string>();
    const withIds = (value: unknown): object =>
      JSON.parse(
        JSON.stringify(value, (_, part) => (typeof part === "string" ? (ids.get(part) ?? part) : part)),
      );
    for (const step of before) {
      if (step.afterJobs) await finishJobs(memory);
      const isNote = step.operation === "remember";
      // One example forgets the note, and what was forgotten is not taken again: each has a text of its own.
      const own = isNote ? { text: `${step.input.text} (${name})` } : {};
      const given = { ...withIds(step.input), ...own };
      const answer = await call(step.operation as OperationName, given, step.as, tenantId);
      for (const [shown, path] of Object.entries(step.gives ?? {}))
        ids.set(shown, isNote && aboutRoot.includes(name) ? filled.root : idAt(answer, path));
    }
    return [() => call(name, { ...withIds(input), ...largest(name) }, as, tenantId)];
  };

  const { input: wanted, as: reader } = large.context!;
  for (let n = 0; n < contexts; n++) await call("context", { ...wanted, ...largest("context") }, reader);

  const holds = new Map<OperationName, Hold>();
  for (const operation of inOrder) {
    const started = performance.now();
    try {
      let [longestMs, tookMs] = [0, 0];
      for (const run of await prepare(operation)) {
        const held = await watch(async () => {
          const began = performance.now();
          await run();
          tookMs = Math.max(tookMs, performance.now() - began);
        });
        longestMs = Math.max(longestMs, held);
      }
      holds.set(operation, { operation, longestMs, tookMs });
      if (changesRoot.includes(operation)) await call("applyEdit", restore(filled.root));
    } catch (error) {
      const failed = error instanceof Error ? error.message : String(error);
      holds.set(operation, { operation, longestMs: 0, tookMs: performance.now() - started, failed });
    }
  }
  return names.map((name) => holds.get(name)!);
};
