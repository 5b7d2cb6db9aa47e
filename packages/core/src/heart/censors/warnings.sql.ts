import { attributeText } from "@palimpsest/contract";
import type { Tx } from "../../db/index.js";
import type { Principal } from "../../identity/index.js";
import type { Policy } from "../../policy/index.js";
import { type Query, search } from "../../retrieval/index.js";
import {
  type Filter,
  isTrusted,
  type MemoryRow,
  readByIds,
  readCensorSignals,
  readMemories,
  trustViewOf,
} from "../../substrate/index.js";
import { censorTrust } from "./censor-trust.js";
import { reported } from "./check-censors.js";
import { foldPattern, foldText } from "./contains.js";
import { type Action, actingCensors, storedAction } from "./read-censor.js";

export interface Warning {
  row: MemoryRow;
  action: Action;
}

/** How many are looked through, and how many a question may find. */
const most = { strongest: 500, found: 20 };

export interface Warnings {
  warnings: Warning[];
  /**
   * Whether one of the reader's own and trusted censors that block stands in the way of a text, whether or not the policy
   * lets the reader see that censor.
   */
  isBarred: (text: string) => boolean;
}

/** The reader's own and trusted censors: those that are absolute, then those that fit the question, best first. */
export async function readWarnings(
  tx: Tx,
  reader: Principal,
  filter: Filter,
  { query, policy }: { query: Query | undefined; policy: Policy },
): Promise<Warnings> {
  const wanted = { ...filter, kinds: ["censor"], statuses: ["active"] };
  const view = trustViewOf(reader, policy);
  const acting = await readMemories(tx, reader, actingCensors(filter), {
    where: "true",
    state: `(${isTrusted("m", { reader: "?1", writers: "?2" })} or m.attributes->>'proposed_for' is not null)`,
    values: [view.readerId, view.writers],
    order: "m.occurred_at desc, m.id desc",
    limit: most.strongest,
  });
  const found =
    acting.length > 0 && query
      ? await search(tx, reader, query, wanted, { limit: most.found, policy })
      : undefined;
  const hits = (found?.hits ?? []).map(({ row }) => row);
  const trust = await censorTrust(tx, { who: reader, policy }, [...acting, ...hits]);
  const driving = (row: MemoryRow) => trust(row) !== "untrusted";
  const rows = acting.filter(driving);
  const ids = [...new Set([...rows, ...hits].map(({ id }) => id))];
  const signals = await readCensorSignals(tx, reader, ids, filter.asOf?.at);
  const warning = (row: MemoryRow): Warning => {
    const signal = signals.get(row.id);
    return { row, action: reported(storedAction(row, signal), trust(row), signal) };
  };
  const firm = rows.filter((row) => warning(row).action === "absolute").map(({ id }) => id);
  const shown = new Map(
    firm.length > 0 ? (await readByIds(tx, reader, wanted, firm)).map((row) => [row.id, row]) : [],
  );
  const absolute = firm.flatMap((id) => shown.get(id) ?? []).map(warning);
  const bars = rows
    .filter((row) => !row.quarantined && warning(row).action !== "warn")
    .map(({ attributes }) => foldPattern(attributeText(attributes, "trigger_pattern")))
    .filter((pattern) => pattern !== "");
  return {
    warnings: [...absolute, ...hits.filter((row) => driving(row) && !shown.has(row.id)).map(warning)],
    isBarred: (text) => {
      if (bars.length === 0) return false;
      const folded = foldText(text);
      return bars.some((pattern) => folded.includes(pattern));
    },
  };
}
