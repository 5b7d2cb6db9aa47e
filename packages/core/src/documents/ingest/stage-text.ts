import { PalimpsestError } from "@palimpsest/contract";
import { ownTurn } from "../../async/index.js";
import type { Tx } from "../../db/index.js";
import type { Principal } from "../../identity/index.js";
import type { OperationContext } from "../../services.js";
import { insertManyMemories, insertMemories, type Prepared, refusedMemories } from "../../substrate/index.js";
import type { PreparedText } from "./prepare-text.js";
import { slicesOfText } from "./slices-of-text.js";
import { dropPending, putInForce } from "./write-revision.sql.js";

/** So many passages are written at once: the embedded engine has one connection, and others wait for it meanwhile. */
export const perStep = 4;

/** Memories that are written before all of them come into force at once. */
export interface Staged extends Pick<PreparedText, "passages" | "state"> {
  /** How many are written at once, if not so many passages. */
  step?: number;
}

type Steps = Pick<OperationContext, "services" | "who">;

/** Does something with each of many passages, in transactions of their own, so that others are served in between. */
export async function inSteps<T>(
  { services, who }: Steps,
  passages: readonly T[],
  work: (tx: Tx, some: T[]) => Promise<unknown>,
  { step = perStep, charsOf = () => 0 }: { step?: number; charsOf?: (passage: T) => number } = {},
): Promise<void> {
  for (const some of slicesOfText(passages, { most: () => step, charsOf })) {
    await services.db.transaction(who, (tx) => work(tx, some));
    await ownTurn();
  }
}

const charsOf = ({ text }: Prepared): number => text.length;

/**
 * Runs a write of texts. The passages of long ones are written before it, step by step, unseen until the write puts them in
 * force with `insertText`; with `all` those of short ones too, for the sake of their order. Those that it does not put in
 * force, because it fails or the text is there already, are dropped.
 */
export async function withStaged<T>(
  context: OperationContext,
  texts: readonly Staged[],
  write: () => Promise<T>,
  { all = false }: { all?: boolean } = {},
): Promise<T> {
  const { who } = context;
  const long: Staged[] = [];
  for (const text of texts) {
    if (!all && text.passages.length <= (text.step ?? perStep)) continue;
    // The write refuses what was retracted before, so there is no use in writing it first.
    const refused = await context.read((tx) => refusedMemories(tx, who, text.passages));
    if (refused.size === 0) long.push(text);
  }
  let isWritten = false;
  try {
    for (const text of long) {
      const pending = text.passages.map((passage) => ({ ...passage, status: "pending" }));
      await inSteps(context, pending, (tx, some) => insertMemories(tx, who, some), {
        step: text.step,
        charsOf,
      });
      text.state = "staged";
    }
    const result = await write();
    isWritten = true;
    return result;
  } finally {
    for (const { state, passages, step } of long) {
      if (isWritten && state === "in force") continue;
      const drop = (tx: Tx, some: Prepared[]) =>
        dropPending(
          tx,
          some.map(({ id }) => id),
        );
      // If the database is gone, a job erases them later.
      await inSteps(context, passages, drop, { step, charsOf }).catch(() => undefined);
    }
  }
}

/** Writes a text in the caller's transaction, or puts its passages in force if they stand by. */
export async function insertText(
  tx: Tx,
  who: Principal,
  text: PreparedText,
  head: Prepared | undefined,
): Promise<void> {
  if (text.state === "new") {
    await insertManyMemories(tx, who, head ? [head, ...text.passages] : text.passages);
    return;
  }
  if (head) await insertMemories(tx, who, [head]);
  await comeIntoForce(tx, text.passages);
  text.state = "in force";
}

/** Puts what was staged in force. */
export async function comeIntoForce(tx: Tx, staged: readonly Prepared[]): Promise<void> {
  if (staged.length === 0) return;
  const put = await putInForce(
    tx,
    staged.map(({ id }) => id),
  );
  if (put === staged.length) return;
  throw new PalimpsestError(
    "UNAVAILABLE",
    "A part of it was taken away before all of it was stored, so nothing was; send it again.",
    { retryAfter: 1 },
  );
}
