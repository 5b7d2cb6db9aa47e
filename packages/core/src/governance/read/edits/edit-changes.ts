import { isDeepStrictEqual } from "node:util";
import { kindOf } from "@palimpsest/contract";
import type { OperationContext } from "../../../services.js";
import { statesAround } from "../../../substrate/index.js";
import { slices } from "../../slices.js";
import { stateAfter } from "../../state-after.js";
import { type Change, changesBetween } from "../changes.js";
import { mayShow, type Reader, seesOriginals } from "../shown-text.js";
import type { EditRow } from "./edit.sql.js";

/** The past of so many edits is read in one transaction: the embedded engine serves one at a time. */
const perRead = 50;

/**
 * What each of these edits changed in words, by its id. How a memory read before an applied edit is for those who may
 * see originals, and audited as such.
 */
export async function changesOfEdits(
  context: OperationContext,
  edits: EditRow[],
): Promise<Map<string, Change[]>> {
  const applied = seesOriginals(context.who)
    ? edits.filter(({ status, op }) => status === "approved" && (op === "amend" || op === "restore"))
    : [];
  const states: Awaited<ReturnType<typeof statesAround>> = [];
  for (const part of slices(applied, perRead)) {
    const moments = part.map(({ memory_id, decided_at }) => ({ id: memory_id, at: decided_at! }));
    states.push(...(await context.read((tx) => statesAround(tx, moments))));
  }
  const changes = new Map(edits.map((edit) => [edit.edit_id, openChanges(context, edit)]));
  for (const [at, { edit_id, kind }] of applied.entries()) {
    const around = states[at];
    if (!around) continue;
    const seen = changesBetween(kind, around.before, around.after, true);
    if (seen.length > 0) context.sawOriginals();
    changes.set(edit_id, seen);
  }
  return changes;
}

/** What is shown of an edit's words without looking at the past. */
export function openChanges(reader: Reader, edit: EditRow): Change[] {
  if (edit.status === "rejected") return [];
  const shown = mayShow(reader, edit);
  if (edit.status === "pending") {
    const mine = edit.proposer_id === reader.who.id || seesOriginals(reader.who);
    return changesBetween(edit.kind, edit, stateAfter(edit, edit.patch), shown && mine);
  }
  return standingWords(edit, shown);
}

/** Which fields an applied edit says it changes; to what, if the memory still reads so and the reader may see it. */
function standingWords({ kind, patch, text, attributes }: EditRow, shown: boolean): Change[] {
  const change = (field: string, given: unknown, standing: unknown): Change => ({
    field,
    from: null,
    to: (shown && isDeepStrictEqual(given, standing) ? given : null) as Change["to"],
    withheld: true,
  });
  const own = Object.entries(patch.attributes ?? {}).map(([key, value]) =>
    change(`attributes.${key}`, value, attributes[key] ?? null),
  );
  if (kindOf(kind).text || patch.text === undefined) return own;
  return [change("text", patch.text, text), ...own];
}
