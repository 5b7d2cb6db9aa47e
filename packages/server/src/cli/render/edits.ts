import type { OutputOf, PalimpsestContract } from "@palimpsest/contract";
import { attributeName, shownValue, twoSides } from "./changes.js";
import { plain } from "./layout/plain.js";
import type { AnswerStyle, Style } from "./layout/style.js";
import { cell, renderValue } from "./layout/value.js";

type Preview = OutputOf<PalimpsestContract["previewEdit"]>;
type Side = Preview["before"];

export function renderEdits(output: OutputOf<PalimpsestContract["listEdits"]>, style: AnswerStyle): string {
  if (output.edits.length === 0) return `No edits in ${style.store}.`;
  const shown = output.edits.map(
    ({ edit_id, status, op, target_id, proposed_by, proposer_id, created_at, reason, changes }) => ({
      edit_id,
      status,
      op,
      target_id,
      by: `${proposed_by} ${proposer_id}`,
      at: created_at,
      reason,
      changed: shownChanges(changes).join("; "),
    }),
  );
  const count = `${output.edits.length} of ${output.total_count}`;
  return `${renderValue(shown, style)}\n\n${style.paint("dim", count)}`;
}

const shownChanges = (changes: Preview["changes"]): string[] =>
  changes.map(({ field, from, to, withheld }) => {
    if (withheld) return to === null ? attributeName(field) : `${attributeName(field)}: … → ${cell(to)}`;
    return `${attributeName(field)}: ${cell(from)} → ${cell(to)}`;
  });

/** Before and after, only where they differ, and what else the edit affects. */
export function renderPreview(
  {
    target_id,
    target_type,
    before,
    after,
    changes,
    twins,
    twin_count,
    near_twins,
    same_events,
    blast_radius,
  }: Preview,
  style: Style,
): string {
  const lines = [style.paint("bold", `${target_type} ${target_id}`)];
  // A text that is composed of attributes is shown by those that change.
  const attributes = changes.filter(({ field, withheld }) => field !== "text" && !withheld);
  if (attributes.length === 0) {
    lines.push(...twoSides("text", quoted(before.text), quoted(after.text), style));
  }
  const others: (keyof Side)[] = ["importance", "is_retracted", "is_quarantined", "blocked_channels"];
  for (const name of others) {
    lines.push(...twoSides(name.replaceAll("_", " "), cell(before[name]), cell(after[name]), style));
  }
  for (const { field, from, to } of attributes) {
    lines.push(...twoSides(attributeName(field), shownValue(from), shownValue(to), style));
  }
  if (lines.length === 1) lines.push("  no change");
  const { derived, derived_count, hidden_count, capsules, receipt_count } = blast_radius;
  lines.push("", style.paint("bold", "affects"));
  if (twin_count > 0) {
    lines.push(`  ${twin_count} memories with the same words, retracted along with it:`);
    for (const { memory_id, kind } of twins.slice(0, 10))
      lines.push(`    ${memory_id} ${style.paint("dim", kind)}`);
    if (twin_count > 10) lines.push(`    and ${twin_count - Math.min(10, twins.length)} more`);
  }
  if (near_twins.length > 0) {
    lines.push(`  ${near_twins.length} memories with almost the same words, which stay:`);
    for (const { memory_id, text } of near_twins)
      lines.push(`    ${memory_id} ${style.paint("dim", plain(text))}`);
  }
  if (same_events.length > 0) {
    lines.push(
      `  ${same_events.length} more of the same event in other revisions, which the edit is made of too:`,
    );
    for (const { memory_id } of same_events.slice(0, 10)) lines.push(`    ${memory_id}`);
  }
  lines.push(`  ${derived_count} memories derived from it${derived_count > 0 ? ":" : ""}`);
  for (const { memory_id, kind, link, depth } of derived.slice(0, 10)) {
    lines.push(`    ${memory_id} ${style.paint("dim", `${kind}, ${link}, depth ${depth}`)}`);
  }
  if (derived_count > 10) lines.push(`    and ${derived_count - Math.min(10, derived.length)} more`);
  if (hidden_count > 0) lines.push(`  ${hidden_count} more derived from it that you may not read`);
  lines.push(
    `  ${capsules.length} capsules that contain it${capsules.length > 0 ? `: ${capsules.join(", ")}` : ""}`,
  );
  lines.push(`  ${receipt_count} contexts that showed it`);
  return lines.join("\n");
}

const quoted = (text: string | null) => (text === null ? "(not shown)" : plain(text));
