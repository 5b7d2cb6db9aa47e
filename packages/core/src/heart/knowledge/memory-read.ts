import { attributeText, type InputOf, type PalimpsestContract } from "@palimpsest/contract";
import { pageOf } from "../../paging/page.js";
import type { OperationContext } from "../../services.js";
import {
  countMemories,
  filterOf,
  listMemories,
  type MemoryRow,
  positionOf,
  type Standing,
} from "../../substrate/index.js";
import { confidenceOf, standingsOf } from "../facts/index.js";
import { searchKind } from "../search.js";

/** So many are looked at where some of them may not be sure enough. */
const lookedAt = 200;
/** What a fact is that has no category. */
const plainType = "fact";

export async function memorySearch(
  context: OperationContext,
  { min_confidence, limit, ...input }: InputOf<PalimpsestContract["memorySearch"]>,
) {
  const { hits, answer } = await searchKind(
    context,
    "fact",
    { ...input, limit: min_confidence > 0 ? lookedAt : limit, explain: false },
    { statuses: ["active"] },
  );
  const standings = await context.read((tx) => standingsOf(tx, context, hits, {}));
  const sure = hits.flatMap(({ row, score }) => {
    const memory = shownMemory(row, standings.get(row.id));
    return memory && memory.confidence >= min_confidence ? [{ ...memory, score }] : [];
  });
  return { memories: sure.slice(0, limit), total: min_confidence > 0 ? sure.length : answer.total_count };
}

export async function memoryList(
  context: OperationContext,
  input: InputOf<PalimpsestContract["memoryList"]>,
) {
  const { who, policy } = context;
  const { type, channel } = input;
  const page = pageOf(context, "memoryList", input);
  const filter = {
    ...filterOf(policy, ["fact"], { channel }),
    statuses: ["active"],
    ...(type === plainType && { orAbsent: { category: type } }),
    ...(type !== undefined && type !== plainType && { attributes: { category: type } }),
  };
  const { found, standings, total } = await context.read(async (tx) => {
    const rows = await listMemories(tx, who, filter, {}, { by: "recorded_at", first: "newest", ...page });
    return {
      found: page.cut(rows, positionOf),
      standings: await standingsOf(tx, context, rows, {}),
      total: await countMemories(tx, who, filter, {}),
    };
  });
  context.touched(found.shown.map(({ id }) => id));
  return {
    memories: found.shown.flatMap((row) => shownMemory(row, standings.get(row.id)) ?? []),
    total,
    ...found.next,
  };
}

const shownMemory = (row: MemoryRow, standing: Standing | undefined) =>
  standing && {
    memory_id: row.id,
    content: row.text,
    type: attributeText(row.attributes, "category") || plainType,
    confidence: confidenceOf(row.attributes, standing),
    created_at: standing.recorded_at,
  };
