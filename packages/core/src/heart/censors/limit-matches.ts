import type { Tx } from "../../db/index.js";
import type { OperationContext } from "../../services.js";
import { type Filter, readByIds } from "../../substrate/index.js";
import { censorTrust } from "./censor-trust.js";

/** Of one writer whom the caller does not trust, so many matches count. Those of the caller and of people all do. */
export const mostOfWriter = 20;

interface Scored {
  id: string;
  score: number;
}

/**
 * Those of these matches that count, the best of each writer first: whoever adds censors by the thousand would otherwise
 * fill each answer, and the outbox with it. `told` says what was left out.
 */
export async function limitMatches<M extends Scored>(
  tx: Tx,
  context: Pick<OperationContext, "who" | "policy">,
  acting: Filter,
  found: M[],
): Promise<{ counting: M[]; told: { left_out?: string } }> {
  if (found.length <= mostOfWriter) return { counting: found, told: {} };
  const ids = found.map(({ id }) => id);
  const rows = await readByIds(tx, context.who, acting, ids);
  const trustIn = await censorTrust(tx, context, rows);
  const limited = new Map(
    rows.filter((row) => trustIn(row) === "untrusted").map(({ id, writer }) => [id, writer]),
  );
  const counts = new Map<string, number>();
  const counting = found
    .toSorted((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1))
    .filter(({ id }) => {
      const writer = limited.get(id);
      if (writer === undefined) return true;
      const count = (counts.get(writer) ?? 0) + 1;
      counts.set(writer, count);
      return count <= mostOfWriter;
    });
  return { counting, told: told(counts) };
}

function told(counts: Map<string, number>): { left_out?: string } {
  const over = [...counts].filter(([, count]) => count > mostOfWriter).toSorted(([, a], [, b]) => b - a);
  if (over.length === 0) return {};
  const named = over.slice(0, 3).map(([writer, count]) => `${count - mostOfWriter} of ${writer}`);
  const more = over.length > named.length ? [`others of ${over.length - named.length} more writers`] : [];
  return {
    left_out:
      `Left out and not counted: ${[...named, ...more].join(", ")}. ` +
      `At most ${mostOfWriter} matches count of one writer that is neither a person nor you.`,
  };
}
