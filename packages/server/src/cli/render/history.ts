import type { OutputOf, PalimpsestContract } from "@palimpsest/contract";
import { shownChange } from "./changes.js";
import { indent } from "./layout/indent.js";
import { oneLine } from "./layout/plain.js";
import type { Style } from "./layout/style.js";
import { cell } from "./layout/value.js";
import { wrap } from "./layout/wrap.js";
import { byline } from "./memories.js";

type History = OutputOf<PalimpsestContract["memoryHistory"]>;
type Edit = History["edits"][number];

/** The life of a memory, oldest first: as it was written, each edit with what it changed, and as it reads now. */
export function renderHistory(history: History, style: Style): string {
  const { original, current, edits } = history;
  const width = style.width === undefined ? undefined : style.width - 2;
  const shown = (text: string) => indent(wrap(text, width));
  const first =
    original.text ?? "(as first written: not shown; --include-original shows it to those who may see it)";
  const facts = [
    history.kind,
    `importance ${cell(current.importance)}`,
    current.is_retracted ? "retracted" : undefined,
    current.is_quarantined ? "quarantined" : undefined,
    current.blocked_channels.length > 0 ? `blocked in ${current.blocked_channels.join(", ")}` : undefined,
    `${current.edits_applied} ${current.edits_applied === 1 ? "edit" : "edits"} applied`,
  ].filter((fact) => fact !== undefined);
  return [
    `${style.paint("bold", `${cell(history.recorded_at)} written`)} by ${byline({ ...history, edited_by: undefined })}\n${shown(first)}`,
    ...edits.map((edit) => renderEdit(edit, style, shown)),
    [
      style.paint("bold", "now"),
      shown(current.text ?? "(not shown)"),
      indent(style.paint("dim", `${history.memory_id} · ${facts.map(oneLine).join(" · ")}`)),
    ].join("\n"),
  ].join("\n\n");
}

function renderEdit(edit: Edit, style: Style, shown: (text: string) => string): string {
  const { op, status, proposer_type, proposer_id, decided_by } = edit;
  const decided = decided_by === null || decided_by === proposer_id ? "" : ` by ${oneLine(decided_by)}`;
  const done = status === "pending" ? "waits for approval" : `${status}${decided}`;
  const title = `${style.paint("bold", `${cell(edit.created_at)} ${op}`)} by ${proposer_type} ${oneLine(proposer_id)}, ${done}`;
  return [
    title,
    ...(edit.reason === "" ? [] : [shown(`because: ${oneLine(edit.reason)}`)]),
    ...edit.changes.flatMap((change) => shownChange(change, style)),
    indent(style.paint("dim", edit.edit_id)),
  ].join("\n");
}
