import type { OperationName, OutputOf, PalimpsestContract } from "@palimpsest/contract";
import { renderBundle, renderContext } from "./context.js";
import { renderCounterfactual } from "./counterfactual.js";
import { renderEdits, renderPreview } from "./edits.js";
import { renderHistory } from "./history.js";
import { plainValues } from "./layout/plain-values.js";
import type { AnswerStyle } from "./layout/style.js";
import { renderValue } from "./layout/value.js";
import { renderList } from "./list.js";
import { renderChunks, renderMemories } from "./memories.js";
import { renderPolicy } from "./policy.js";
import { renderStatus } from "./status.js";

type Renderers = {
  [N in OperationName]?: (output: OutputOf<PalimpsestContract[N]>, style: AnswerStyle) => string;
};

/** Operations whose output has a form of its own. */
const special: Renderers = {
  recall: renderMemories,
  listMemories: renderList,
  searchChunks: renderChunks,
  context: renderContext,
  buildAcb: renderBundle,
  listEdits: renderEdits,
  memoryHistory: renderHistory,
  previewEdit: renderPreview,
  previewPendingEdit: renderPreview,
  counterfactual: renderCounterfactual,
  getPolicy: renderPolicy,
  status: renderStatus,
  createKey: (key, style) =>
    `${renderValue(key, style)}\n\n${style.paint("yellow", "Save this key now. It is not shown again.")}`,
};

/** Output for a person. Text from others is made safe for a terminal first. */
export function renderOutput(name: OperationName, output: unknown, style: AnswerStyle): string {
  const safe = plainValues(output);
  const render = special[name] as ((output: unknown, style: AnswerStyle) => string) | undefined;
  const { next_cursor, ...shown } = unwrapped(safe) as Record<string, unknown>;
  // That nothing was masked goes without saying.
  if (shown.masked === 0) delete shown.masked;
  const text = render ? render(safe, style) : renderValue(shown, style);
  if (!render && isNothing(shown)) return `${nothingOf(shown)} in ${style.store}`;
  return typeof next_cursor === "string" ? `${text}\n\n${style.paint("dim", nextPage(next_cursor))}` : text;
}

/** Below a list that goes on. The cursor has a line of its own, so that it can be marked as a whole. */
const nextPage = (cursor: string): string => `for the next page add\n--cursor ${cursor}`;

/** Without the envelope of the pce tools: a person asks for what is in it. */
function unwrapped(output: unknown): unknown {
  const { data, policy_version, request_id, trace_id, ...rest } = output as Record<string, unknown>;
  if (request_id === undefined || typeof data !== "object") return output;
  return { ...data, ...rest };
}

/** Whether the answer is a list, or several, with nothing in it. */
function isNothing(output: Record<string, unknown>): boolean {
  const values = Object.values(output);
  const lists = values.filter(Array.isArray);
  const isEmpty = (value: unknown) => (Array.isArray(value) ? value.length === 0 : !value);
  return lists.length > 0 && values.every(isEmpty);
}

/** Which lists are empty. That their totals are zero goes without saying. */
const nothingOf = (output: Record<string, unknown>): string =>
  Object.keys(output)
    .filter((name) => Array.isArray(output[name]))
    .map((name) => `no ${name.replaceAll("_", " ")}`)
    .join(", ");
