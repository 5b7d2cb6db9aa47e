import { type AnyOperation, kindNames, kindOf } from "@palimpsest/contract";
import { amendedSince } from "./governance/index.js";
import type { Answered } from "./identity/index.js";
import type { OperationContext } from "./services.js";
import { filterOf, readByIds } from "./substrate/index.js";

/** What stands for a text that may no longer be shown. */
const withheld = "[WITHHELD]";
const madeId = /^([a-z]{2,3})_\d{27}$/;
const madeTime = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;
/** Names that people have chosen, and words of a fixed list. */
const isName = /(?:^|_)(?:id|ids|by|at|kind|type|status|mode|op)$/;

/** Claims are facts with ids of their own. */
const prefixes = () => new Set([...kindNames().map((name) => kindOf(name).prefix), "clm"]);

/**
 * The answer of an earlier call as it may be given today. If a memory that it names was retracted or amended since, or may
 * no longer be read by this caller, its ids and numbers are repeated and every text in it is withheld.
 */
export async function replayedAnswer(
  { read, who, policy }: OperationContext,
  operation: AnyOperation,
  { answer: stored, at }: Answered,
): Promise<unknown> {
  const known = prefixes();
  const ids = [...new Set(stringsIn(stored))].filter((text) => known.has(madeId.exec(text)?.[1] ?? ""));
  if (ids.length === 0) return stored;
  const filter = filterOf(policy, kindNames(), { channel: "private" });
  const { readable, asThen } = await read(async (tx) => ({
    readable: await readByIds(tx, who, { ...filter, supersededToo: true }, ids),
    asThen: !(await amendedSince(tx, who, ids, at)),
  }));
  if (asThen && new Set(readable.map(({ id }) => id)).size === ids.length) return stored;
  return withoutTexts(operation, stored);
}

function stringsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return value !== null && typeof value === "object" ? Object.values(value).flatMap(stringsIn) : [];
}

/** A text of which the schema takes no other is a word of its list, which tells nothing. */
function withoutTexts({ output }: AnyOperation, stored: unknown): unknown {
  const fixed = new Set<string>();
  const blank = (value: unknown, path: string, name: string): unknown => {
    if (typeof value === "string") {
      const isKept = madeId.test(value) || madeTime.test(value) || isName.test(name) || fixed.has(path);
      return isKept ? value : withheld;
    }
    if (value === null || typeof value !== "object") return value;
    if (Array.isArray(value)) return value.map((item, at) => blank(item, `${path}.${at}`, name));
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [key, blank(inner, `${path}.${key}`, key)]),
    );
  };
  const { error } = output.safeParse(blank(stored, "", ""));
  for (const { path } of error?.issues ?? []) fixed.add(path.map((part) => `.${String(part)}`).join(""));
  return blank(stored, "", "");
}
