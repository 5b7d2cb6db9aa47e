import { type AnyOperation, contract, type OperationName } from "@palimpsest/contract";
import { shortByline } from "@palimpsest/core";

type Fields = Record<string, unknown>;

/** How a list of memories is shown to a model: who said it in one line, and of the other fields only these. */
interface View {
  list: string;
  keeps: readonly string[];
}

const views: Partial<Record<OperationName, View>> = {
  recall: { list: "memories", keeps: ["memory_id", "status", "pending_edits", "text"] },
  listMemories: {
    list: "memories",
    keeps: ["memory_id", "status", "subject_id", "project_id", "tags", "pending_edits", "text"],
  },
  searchChunks: {
    list: "chunks",
    keeps: ["chunk_id", "rank", "relevance", "status", "pending_edits", "why", "parts", "text"],
  },
  chunkTimeline: { list: "chunks", keeps: ["chunk_id", "distance_seconds", "text"] },
};

/** Most tokens of the line that says who spoke; fewer where there is something else to say of a memory. */
const saidTokens = { usual: 18, beside: 12 };

/** What a view says that the operation's own answer does not. */
const added = { said: { type: "string" }, pending: { type: "array", items: { type: "string" } } };

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * An answer with as few tokens as it can be told in: no nulls, no empty lists within, numbers rounded. Lists of memories
 * say only what a model needs to use one; `explain` shows every field.
 */
export function compactAnswer(operation: OperationName, output: unknown, input: unknown): Fields {
  if (isExact(operation)) return output as Fields;
  const view = views[operation];
  const explained = operation === "recall" && isFields(input) && input.explain === true;
  const answer = output as Fields;
  const items = view && !explained ? answer[view.list] : undefined;
  if (!view || !Array.isArray(items)) return pruned(answer);
  const shown = items.map((item: Fields) => viewed(item, view));
  const { mode, ...rest } = answer;
  const unusual = typeof mode === "string" && mode !== "words and vectors" ? { mode } : {};
  return pruned({ ...rest, [view.list]: shown, ...unusual });
}

/** Its specification says what the answer holds, whatever the surface. */
const isExact = (operation: OperationName) => {
  const { mcp }: AnyOperation = contract[operation];
  return mcp?.toolset === "pce" || mcp?.toolset === "events";
};

function viewed(item: Fields, { keeps }: View): Fields {
  const marked = (item.status ?? "active") !== "active" || item.pending_edits !== undefined;
  const said = saidOf(item, marked ? saidTokens.beside : saidTokens.usual);
  const entries = keeps.flatMap((name): [string, unknown][] => {
    const value = item[name];
    if (name === "text")
      return [
        ["said", said],
        [name, value],
      ];
    if (name === "status") return value === "active" ? [] : [[name, value]];
    if (name === "pending_edits")
      return Array.isArray(value) ? [["pending", [...new Set(value.map(({ op }) => op))]]] : [];
    return [[name, value]];
  });
  return Object.fromEntries(entries);
}

function saidOf(item: Fields, mostTokens: number): string | undefined {
  const at = item.occurred_at ?? item.ts;
  if (typeof item.writer !== "string" || typeof at !== "string") return undefined;
  const { writer, speaker = null, edited_by = [], session_id = null } = item;
  const by = { writer, speaker: speaker as string | null, edited_by: edited_by as string[] };
  const row = { ...by, session_id: session_id as string | null, occurred_at: new Date(at) };
  return shortByline(row, mostTokens);
}

/** Fields that hold what a caller has stored: another one works with it, so it is given back as it is. */
const stored = new Set(["value", "data", "state", "goal_data", "metadata"]);

/** Nothing but what says something; a list at the top stays, for that it is empty is the answer. */
function pruned(answer: Fields, top = true): Fields {
  const entries = Object.entries(answer).flatMap(([name, value]): [string, unknown][] => {
    if (stored.has(name) && value !== undefined) return [[name, value]];
    const kept = prunedValue(value);
    const empty = kept === null || kept === undefined || (Array.isArray(kept) && kept.length === 0 && !top);
    return empty ? [] : [[name, kept]];
  });
  return Object.fromEntries(entries);
}

function prunedValue(value: unknown): unknown {
  if (typeof value === "number") return Math.round(value * 1_000) / 1_000;
  if (Array.isArray(value)) return value.map(prunedValue);
  return isFields(value) ? pruned(value, false) : value;
}

interface JsonSchema {
  [keyword: string]: unknown;
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema;
}

/** The schema of an operation's answer as one of a compact answer: any field may be left out. */
export function compactSchema(operation: OperationName, json: JsonSchema): JsonSchema {
  const items = json.properties?.[views[operation]?.list ?? ""]?.items;
  if (items) items.properties = { ...items.properties, ...added };
  return withoutRequired(json) as JsonSchema;
}

const withoutRequired = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(withoutRequired);
  if (!isFields(schema)) return schema;
  const entries = Object.entries(schema).filter(
    ([name, value]) => name !== "required" || !Array.isArray(value),
  );
  return Object.fromEntries(entries.map(([name, value]) => [name, withoutRequired(value)]));
};
