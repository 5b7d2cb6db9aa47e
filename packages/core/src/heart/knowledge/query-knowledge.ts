import type { InputOf, PalimpsestContract } from "@palimpsest/contract";
import type { OperationContext } from "../../services.js";
import { standingsOf } from "../facts/index.js";
import { searchKind } from "../search.js";

export async function queryKnowledge(
  context: OperationContext,
  { q, ...input }: InputOf<PalimpsestContract["queryKnowledge"]>,
) {
  const { hits, answer } = await searchKind(
    context,
    "fact",
    { ...input, query: q, explain: false },
    { statuses: ["active"], ...(!input.include_public && { limitedReaders: true }) },
  );
  const standings = await context.read((tx) => standingsOf(tx, context, hits, input));
  return {
    results: hits.flatMap(({ row, score, trust }) => {
      const standing = standings.get(row.id);
      if (!standing) return [];
      const { metadata, user_id, external_id, source } = row.attributes;
      return [
        {
          id: row.id,
          content: row.text,
          metadata: (metadata ?? {}) as Record<string, never>,
          user_id: (user_id as string | undefined) ?? row.owner_id,
          public: standing.visibility === "tenant",
          external_id: (external_id as string | undefined) ?? null,
          tags: row.tags,
          source: (source as string | undefined) ?? null,
          writer: row.writer,
          trust,
          score,
          created_at: standing.recorded_at,
          updated_at: standing.updated_at,
          edits_applied: row.edit_count,
        },
      ];
    }),
    ...answer,
  };
}
