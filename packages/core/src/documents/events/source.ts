import { documentDate, type SourceDocument, type TextChunk } from "../../extraction/index.js";
import { JobFailure } from "../../jobs/index.js";
import type { OperationContext } from "../../services.js";
import { type Filter, filterOf, readByIds } from "../../substrate/index.js";
import { zoneOf } from "../../time/index.js";
import { type ArtifactRow, findByIds, passageShapes } from "../read/artifact.sql.js";
import { effectiveText, type Passage } from "../read/effective-text.js";

/** A revision that events are extracted from. */
export interface Source {
  row: ArtifactRow;
  document: SourceDocument;
  chunks: TextChunk[];
  /** Passages whose words as they were ingested cannot be read now. */
  withheld: ReadonlySet<string>;
}

/**
 * A revision as its owner may read it. Passages that edits have taken out or amended are blocks of the same length, so that
 * all offsets stay those of the text that was ingested.
 */
export async function readSource(context: OperationContext, artifactId: string): Promise<Source> {
  const { who, policy } = context;
  const mine = filterOf(policy, ["chunk"], { channel: "private" });
  const filter: Filter = { ...mine, classes: [...mine.classes, "secret"], supersededToo: true };
  return context.read(async (tx) => {
    const [row] = await findByIds(tx, who, [artifactId]);
    if (row === undefined || row.owner_id !== who.id) {
      throw new JobFailure("ARTIFACT_NOT_FOUND", "The revision was deleted or has expired.", false);
    }
    const found = await readByIds(tx, who, filter, row.chunk_ids);
    const readable = new Map(found.filter(({ amended }) => !amended).map((memory) => [memory.id, memory]));
    const withheld = row.chunk_ids.filter((id) => !readable.has(id));
    if (readable.size === 0) {
      const message =
        "No passage of the revision can be read as it was ingested; restore one, then extract again.";
      throw new JobFailure("ARTIFACT_NOT_FOUND", message, false);
    }
    const shapes = await passageShapes(tx, row.artifact_id, withheld);
    const passages = row.chunk_ids.map((id, at): Passage => {
      const [start, end] = [row.starts[at]!, row.ends[at]!];
      const memory = readable.get(id);
      if (memory !== undefined) return { start, end, text: memory.text, state: "plain" };
      return { start, end, text: shapes.get(id) ?? "█".repeat(end - start), state: "withheld" };
    });
    const text = effectiveText(passages);
    return {
      row,
      withheld: new Set(withheld),
      document: {
        ...{ text, type: row.kind, ...dayOf(row, text) },
        title: row.meta.title ?? undefined,
        author: row.meta.author ?? undefined,
        participants: row.meta.participants,
      },
      chunks: row.chunk_ids.map((chunk_id, at) => ({
        chunk_id,
        start_char: row.starts[at]!,
        end_char: row.ends[at]!,
      })),
    };
  });
}

/** When the document was written, and on whose clock: that of its date, or else of when it was sent. */
function dayOf({ meta, ingested_at }: ArtifactRow, text: string): Pick<SourceDocument, "date" | "zone"> {
  const { document_date: told, title, ts } = meta;
  const zone = offsetOf(told) ?? offsetOf(ts) ?? 0;
  if (told?.includes("T")) return { date: new Date(told), zone };
  const day = told ? new Date(told) : documentDate(text, title ?? undefined);
  // A day alone is a day on that clock.
  if (day !== undefined) return { date: new Date(day.getTime() - zone * 60_000), zone };
  return { date: new Date(ts ?? ingested_at), zone };
}

/** Minutes east of UTC that a time says. */
function offsetOf(time: string | null): number | undefined {
  const said = time && /(?:Z|[+-]\d{2}:?\d{2})$/i.exec(time.slice("YYYY-MM-DD".length))?.[0];
  const zone = said ? zoneOf(said) : undefined;
  return typeof zone === "number" ? zone : undefined;
}
