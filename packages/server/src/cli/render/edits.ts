import type { OutputOf, PalimpsestContract } from "@palimpsest/contract";
import { indent } from "./layout/indent.js";
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

/** A memory's original, its current state and its edits, each with the fields that it changed. */
export function renderHistory(output: OutputOf<PalimpsestContract["memoryHistory"]>, style: Style): string {
  const edits = output.edits.map(({ changes, ...edit }) => ({
    ...edit,
    changed: shownChanges(changes),
  }));
  return renderValue({ ...output, edits }, style);
}

/** Before and after, only where they differ, and what else the edit affects. */
export function renderPreview(
  { target_id, target_type, before, after, changes, twins, twin_count, near_twins, blast_radius }: Preview,
  style: Style,
): string {
  const lines = [style.paint("bold", `${target_type} ${target_id}`)];
  // A text that is composed of attributes is shown by those that change.
  const attributes = changes.filter(({ field, withheld }) => field !== "text" && !withheld);
  if (attributes.length === 0) {
    lines.push(...changed("text", quoted(before.text), quoted(after.text), style));
  }
  const others: (keyof Side)[] = ["importance", "is_retracted", "is_quarantined", "blocked_channels"];
  for (const name of others) {
    lines.push(...changed(name.replaceAll("_", " "), cell(before[name]), cell(after[name]), style));
  }
  for (const { field, from, to } of attributes) {
    lines.push(...changed(attributeName(field), shownValue(from), shownValue(to), style));
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

function changed(name: string, before: string, after: string, style: Style): string[] {
  if (before === after) return [];
  return [
    `  ${name}`,
    style.paint("red", indent(before, "    - ")),
    style.paint("green", indent(after, "    + ")),
  ];
}

const attributeName = (field: string) => field.replace(/^attributes\./, "");

/** Lists line by line, so that one changed line is seen among others. */
function shownValue(value: Preview["changes"][number]["from"]): string {
  if (Array.isArray(value))
    return value.length === 0 ? "(none)" : value.map((line) => plain(String(line))).join("\n");
  return value === null ? "(none)" : plain(String(value));
}

const quoted = (text: string | null) => (text === null ? "(not shown)" : plain(text));
