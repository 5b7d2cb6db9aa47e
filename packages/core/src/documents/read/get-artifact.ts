import type { InputOf, PalimpsestContract } from "@palimpsest/contract";
import type { Tx } from "../../db/index.js";
import type { Principal } from "../../identity/index.js";
import type { OperationContext } from "../../services.js";
import { type Filter, readByIds } from "../../substrate/index.js";
import { countTokens } from "../../text/index.js";
import { type ArtifactRow, isChunked, passageShapes, shownArtifact } from "./artifact.sql.js";
import { effectivePassages, effectiveText, type Passage } from "./effective-text.js";
import { artifactNotFound, findArtifact } from "./find-artifact.js";

export async function getArtifact(
  context: OperationContext,
  input: InputOf<PalimpsestContract["getArtifact"]>,
) {
  const { include_content, include_chunks } = input;
  const { row, passages } = await context.read(async (tx) => {
    const { row, filter } = await findArtifact(tx, context, {
      artifact: input.artifact_id,
      revisionId: input.revision_id,
      channel: input.channel,
    });
    const passages = await readPassages(tx, context.who, filter, row);
    // As in a list, a document of which no passage may be read is not named either.
    if (passages.every(({ state }) => state === "withheld")) throw artifactNotFound(input.artifact_id);
    return { row, passages };
  });
  context.touched([row.artifact_id]);
  const texts = include_chunks ? effectivePassages(passages) : [];
  return {
    ...shownArtifact(row),
    ...(include_content && { content: effectiveText(passages) }),
    ...(include_content && passages.some(isAmended) && { amended: true as const }),
    ...(include_chunks && {
      chunks: isChunked(row)
        ? row.chunk_ids.map((chunk_id, index) => ({
            chunk_id,
            index,
            start_char: row.starts[index]!,
            end_char: row.ends[index]!,
            token_count: countTokens(passages[index]!.text),
            ...(include_content && { content: texts[index]! }),
            ...(isAmended(passages[index]!) && { amended: true as const }),
          }))
        : [],
    }),
  };
}

const isAmended = ({ state }: Passage): boolean => state === "amended";

/** The passages of a revision as the caller may read them, each governed by itself. */
export async function readPassages(
  tx: Tx,
  who: Principal,
  filter: Filter,
  row: Pick<ArtifactRow, "artifact_id" | "chunk_ids" | "starts" | "ends">,
): Promise<Passage[]> {
  const readable = new Map((await readByIds(tx, who, filter, row.chunk_ids)).map((each) => [each.id, each]));
  const hidden = row.chunk_ids.filter((id) => !readable.has(id));
  const shapes = await passageShapes(tx, row.artifact_id, hidden);
  return row.chunk_ids.map((id, at): Passage => {
    const [start, end] = [row.starts[at]!, row.ends[at]!];
    const memory = readable.get(id);
    if (memory === undefined) return { start, end, text: shapes.get(id) ?? "", state: "withheld" };
    return { start, end, text: memory.text, state: memory.amended ? "amended" : "plain" };
  });
}
