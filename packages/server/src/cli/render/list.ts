import type { OutputOf, PalimpsestContract } from "@palimpsest/contract";
import { joinedFacts } from "./cards.js";
import { dimLines } from "./layout/dim-lines.js";
import { indent } from "./layout/indent.js";
import { oneLine } from "./layout/plain.js";
import type { AnswerStyle } from "./layout/style.js";
import { cell } from "./layout/value.js";
import { wrap } from "./layout/wrap.js";
import { byline } from "./memories.js";
import { timesLines } from "./times.js";

type Output = OutputOf<PalimpsestContract["listMemories"]>;

/** Memories one after another: the text, then what is known of it. */
export function renderList(output: Output, style: AnswerStyle): string {
  const understood = timesLines(output.times);
  if (output.memories.length === 0) {
    const nothing = `Nothing to list in ${style.store}. Try fewer filters, or another --user or --tenant.`;
    return [wrap(nothing, style.width), ...understood.map((line) => dimLines([line], style))].join("\n");
  }
  const blocks = output.memories.map((memory) => {
    const waiting = memory.pending_edits?.length ?? 0;
    const facts = [
      memory.memory_id,
      memory.kind,
      cell(memory.occurred_at),
      byline(memory),
      memory.status === "active" ? undefined : memory.status,
      memory.session_id === null ? undefined : `session ${memory.session_id}`,
      memory.subject_id === null ? undefined : `about ${memory.subject_id}`,
      memory.project_id === null ? undefined : `project ${memory.project_id}`,
      memory.tags.length > 0 ? `#${memory.tags.join(" #")}` : undefined,
      waiting > 0 ? `${waiting} ${waiting === 1 ? "edit waits" : "edits wait"} for approval` : undefined,
    ].filter((fact) => fact !== undefined);
    const lines = joinedFacts(facts.map(oneLine), (style.width ?? Number.POSITIVE_INFINITY) - 2);
    return [
      wrap(memory.text ?? "(retracted)", style.width),
      ...lines.map((line) => indent(style.paint("dim", line))),
    ].join("\n");
  });
  return [...blocks, dimLines([summaryOf(output), ...understood], style)].join("\n\n");
}

function summaryOf({ memories, total_count, next_cursor }: Output): string {
  const of = total_count === undefined ? "" : ` of ${total_count}`;
  return `${memories.length}${of} listed${next_cursor === undefined ? "" : ", and there are more"}`;
}
