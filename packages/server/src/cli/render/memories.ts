import type { OutputOf, PalimpsestContract } from "@palimpsest/contract";
import { joinedFacts } from "./cards.js";
import { dimLines } from "./layout/dim-lines.js";
import { indent } from "./layout/indent.js";
import { oneLine } from "./layout/plain.js";
import type { AnswerStyle } from "./layout/style.js";
import { cell } from "./layout/value.js";
import { wrap } from "./layout/wrap.js";
import { timesLines } from "./times.js";

interface Found {
  id: string;
  text: string;
  /** Facts about it, the most useful first. */
  notes: (string | undefined)[];
  trust: string;
  why: string | undefined;
}

/** What an answer says beside what was found. */
type Answer = Pick<OutputOf<PalimpsestContract["recall"]>, "total_count" | "mode" | "left_out" | "times">;

interface Written {
  writer: string;
  edited_by?: string[];
  speaker: string | null;
  speaker_is_claim: boolean;
}

/** Who wrote and edited it; where somebody else is said to have spoken, that is shown as what the writer says. */
export function byline({ writer, edited_by, speaker, speaker_is_claim }: Written): string {
  const written = speaker_is_claim ? `${speaker}, per ${writer}` : writer;
  return edited_by === undefined ? written : `${written}, edited by ${edited_by.join(", ")}`;
}

const inSession = ({ session_id }: { session_id: string | null }): string | undefined =>
  session_id ? `session ${session_id}` : undefined;

export function renderMemories(output: OutputOf<PalimpsestContract["recall"]>, style: AnswerStyle): string {
  const found = output.memories.map((memory) => ({
    id: memory.memory_id,
    text: memory.text,
    notes: [
      memory.kind,
      cell(memory.occurred_at),
      `score ${cell(memory.score)}`,
      `relevance ${cell(memory.relevance)}`,
      byline(memory),
      inSession(memory),
      memory.tags.length > 0 ? `#${memory.tags.join(" #")}` : undefined,
    ],
    trust: memory.trust,
    why: memory.why,
  }));
  return renderFound(found, output, style);
}

export function renderChunks(
  output: OutputOf<PalimpsestContract["searchChunks"]>,
  style: AnswerStyle,
): string {
  const found = output.chunks.map((chunk) => ({
    id: chunk.chunk_id,
    text: chunk.text,
    notes: [
      chunk.kind,
      cell(chunk.ts),
      `rank ${cell(chunk.rank)}`,
      `relevance ${cell(chunk.relevance)}`,
      byline(chunk),
      inSession(chunk),
      chunk.edits_applied > 0 ? `${chunk.edits_applied} edits` : undefined,
    ],
    trust: chunk.trust,
    why: chunk.why,
  }));
  return renderFound(found, output, style);
}

function renderFound(
  found: Found[],
  { total_count: total, mode, left_out, times }: Answer,
  style: AnswerStyle,
): string {
  const understood = timesLines(times);
  if (found.length === 0) {
    const nothing = `Nothing found in ${style.store}. Try other words, fewer filters, or another --user or --tenant.`;
    return [wrap(nothing, style.width), ...understood.map((line) => dimLines([line], style))].join("\n");
  }
  const blocks = found.map(({ id, text, notes, trust, why }, at) => {
    const number = `${at + 1}.`;
    const facts = [id, ...notes, trust === "trusted" ? undefined : trust].filter(
      (fact) => fact !== undefined,
    );
    const room = style.width === undefined ? undefined : style.width - 3;
    const notesLines = joinedFacts(facts.map(oneLine), room ?? Number.POSITIVE_INFINITY);
    const whyLines = why ? wrap(why, room).split("\n") : [];
    return [
      `${style.paint("bold", number)} ${indent(wrap(text, room), "   ").trimStart()}`,
      ...[...notesLines, ...whyLines].map((line) => `   ${style.paint("dim", line)}`),
    ].join("\n");
  });
  const shown = found.length < total ? `${found.length} of ${total}` : `${found.length}`;
  const left = left_out === undefined ? [] : [oneLine(left_out)];
  return [...blocks, dimLines([`${shown} found, by ${mode}`, ...understood, ...left], style)].join("\n\n");
}
