import { type AnyOperation, contract, type OperationName } from "@palimpsest/contract";
import { fits, greatestPassing } from "./cut-answer.js";

type Fields = Record<string, unknown>;

/** The field of a list's input that says how many items a page holds; undefined for what has no pages. */
function sizeField(operation: OperationName): string | undefined {
  const { input }: AnyOperation = contract[operation];
  const { shape } = input as { shape?: Fields };
  if (shape?.cursor === undefined) return undefined;
  return ["limit", "top_k"].find((name) => name in shape);
}

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Where the items of a page are, as against what is said of the page. */
const holderOf = (answer: Fields): Fields => (isFields(answer.data) ? answer.data : answer);

function itemsIn(answer: Fields): string | undefined {
  const lists = Object.entries(holderOf(answer)).filter(([, value]) => Array.isArray(value));
  const sizes = lists.map(([name, value]) => ({ name, size: JSON.stringify(value).length }));
  return sizes.sort((a, b) => b.size - a.size)[0]?.name;
}

/** With fewer items, also where a list says something else of each of them. */
function withItems(answer: Fields, shown: number, items: number): Fields {
  const cut = (value: unknown) =>
    Array.isArray(value) && value.length === shown ? value.slice(0, items) : value;
  const holder = Object.fromEntries(
    Object.entries(holderOf(answer)).map(([name, value]) => [name, cut(value)]),
  );
  return isFields(answer.data) ? { ...answer, data: holder } : holder;
}

/**
 * A page of a list with as many items as fit into the answer of a tool. It is asked for again with fewer if need be: were
 * the others cut off, the cursor would go on after them, and nobody would see them. What is asked for again is the same call.
 */
export async function pageThatFits(
  operation: OperationName,
  input: unknown,
  maxTokens: number,
  ask: (input: unknown, forLess: boolean) => Promise<Fields>,
): Promise<Fields> {
  let answer = await ask(input, false);
  const size = sizeField(operation);
  const name = size && itemsIn(answer);
  if (name === undefined) return answer;
  const count = (of: Fields) => (holderOf(of)[name] as unknown[] | undefined)?.length ?? 0;
  for (let shown = count(answer); shown > 1 && !fits(answer, maxTokens); shown = count(answer)) {
    const fewer = greatestPassing(1, shown - 1, (items) => fits(withItems(answer, shown, items), maxTokens));
    answer = await ask({ ...(input as object), [size!]: fewer }, true);
    if (count(answer) >= shown) break;
  }
  return answer;
}
