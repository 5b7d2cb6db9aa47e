import type { OutputOf, PalimpsestContract } from "@palimpsest/contract";
import type { OperationContext } from "../../../services.js";
import { countWritten, previewOf, refersToWriter, shownReferring, type Wanted } from "./reach.sql.js";
import { nothingOf } from "./rollback-writer.js";

type Output = OutputOf<PalimpsestContract["bulkEdit"]>;

/** What a rollback of the writer would reach now. Nothing is changed. */
export const previewRollback = (
  { read }: OperationContext,
  given: Pick<Wanted, "writer" | "since">,
): Promise<Output> =>
  read(async (tx) => {
    const matched = await countWritten(tx, given.writer, given.since);
    const preview = await previewOf(tx, given);
    const referring = await refersToWriter(tx, given);
    const { rejected, undone, signals, work } = preview;
    return {
      ...{ status: "preview" as const, matched, edited: 0, edit_ids: [] },
      ...(matched + rejected + undone + signals + work === 0 ? { note: nothingOf(given) } : {}),
      preview: {
        ...preview,
        referring_ids: referring.flatMap(({ id, seen }) => (seen ? [id] : [])).slice(0, shownReferring),
        referring_count: referring.length,
      },
    };
  });
