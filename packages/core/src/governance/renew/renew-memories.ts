import { isDeepStrictEqual } from "node:util";
import type { Attributes } from "@palimpsest/contract";
import type { Tx } from "../../db/index.js";
import { newId } from "../../identity/index.js";
import type { OperationContext } from "../../services.js";
import { currentMemories, digestsOf, tombstoned } from "../../substrate/index.js";
import { analysePlan } from "../apply/analyse-plan.js";
import { applyPlan } from "../apply/apply-plan.js";
import type { Planned } from "../apply/plan.js";
import type { Patch } from "../edit.js";
import type { Target } from "../read/target.js";
import { type EditedFields, editedFields } from "./renewed-fields.sql.js";

/** What a job that made a memory says it should be by now. An attribute that is null goes. */
export interface Renewed {
  id: string;
  text: string;
  attributes: Attributes;
}

/** Renewals that are ready to be written. */
export interface Renewal {
  /** Ids of memories whose new text was retracted before, so that they stay as they are. */
  refused: string[];
  apply(tx: Tx): Promise<void>;
}

/**
 * Plans the amendments by which memories that a job made become what it makes of the same source now. What somebody else
 * has amended stays as it is, field by field; retracted memories are left alone. Calls the embedder: never in a transaction.
 */
export async function renewMemories(
  context: OperationContext,
  renewed: readonly Renewed[],
  reason: string,
): Promise<Renewal> {
  const { who, digestKey } = context;
  if (renewed.length === 0) return { refused: [], apply: async () => undefined };
  const ids = renewed.map(({ id }) => id);
  const { edits, refused } = await context.read(async (tx) => {
    const targets = new Map((await currentMemories(tx, who, ids)).map((target) => [target.id, target]));
    const edited = await editedFields(tx, who, ids, reason);
    const kept = new Map(edited.map((fields) => [fields.memory_id, fields]));
    const edits = renewed.flatMap((wanted): Planned[] => {
      const target = targets.get(wanted.id);
      const patch = target && !target.retracted ? patchOf(target, wanted, kept.get(wanted.id)) : undefined;
      if (target === undefined || patch === undefined) return [];
      return [{ editId: newId("edt"), target, op: "amend", patch, reason, cascade: "none", twins: "leave" }];
    });
    const texts = edits.flatMap(({ target, patch }) =>
      patch.text === undefined ? [] : [{ memoryId: target.id, ...digestsOf(digestKey, patch.text) }],
    );
    const stones = texts.length > 0 ? await tombstoned(tx, who, texts) : new Map<string, string>();
    return { edits: edits.filter(({ target }) => !stones.has(target.id)), refused: [...stones.keys()] };
  });
  const plan = await analysePlan(context, edits);
  return {
    refused,
    apply: async (tx) => {
      if (edits.length > 0) await applyPlan(tx, who, plan);
    },
  };
}

/** What a memory lacks of what it should be, except what others have amended; undefined if that is nothing. */
function patchOf(
  target: Target,
  { text, attributes }: Renewed,
  edited: EditedFields | undefined,
): Patch | undefined {
  const changed = Object.entries(attributes).filter(
    ([name, value]) =>
      !edited?.attributes.includes(name) && !isDeepStrictEqual(value ?? undefined, target.attributes[name]),
  );
  const patch = {
    ...(!edited?.text && text !== target.text && { text }),
    ...(changed.length > 0 && { attributes: Object.fromEntries(changed) }),
  };
  return Object.keys(patch).length > 0 ? (patch as Patch) : undefined;
}
