import { iso, type Tx } from "../db/index.js";
import type { Principal } from "../identity/index.js";
import type { Position } from "../paging/page.js";
import { type Filter, gapsIn, type MemoryRow, readMemories } from "../substrate/index.js";

type Read = Pick<Filter, "channel" | "classes" | "saidIn" | "ttl" | "rules" | "mask" | "asOf" | "now">;
type Place = Read & Pick<Filter, "projectId" | "subjectId" | "about">;

/** Rules for everyone, for the given project and subject, and in a context for the reader itself. */
const rulesFor = ({ channel, projectId, subjectId, about, ...place }: Place) => ({
  filter: { kinds: ["rule"], channel, ...readOf(place) },
  pick: {
    where: `(m.project_id is null or m.project_id = ?1) and (m.subject_id is null or m.subject_id in (?2, ?3))`,
    state: `(m.attributes->>'channel' is null or m.attributes->>'channel' = ?4)`,
    values: [projectId ?? null, subjectId ?? null, about?.reader.id ?? null, channel ?? null],
  },
});

const readOf = ({ classes, saidIn, ttl, rules, mask, asOf, now }: Omit<Read, "channel">) => ({
  ...{ classes, saidIn, ttl, rules, mask, asOf, now },
});

const rank = `(m.attributes->>'invariant' is null, coalesce(m.attributes->>'invariant', ''),
  -(m.attributes->>'priority')::integer)`;
const wasRank = "(?5::boolean, ?6, ?7::integer)";

/** Rules that are never dropped come first. */
export function readRules(
  tx: Tx,
  who: Principal,
  place: Place,
  limit: number,
  after?: Position,
): Promise<(MemoryRow & { position: string })[]> {
  const { filter, pick } = rulesFor(place);
  const later = `(${rank} > ${wasRank}
    or ${rank} = ${wasRank} and (m.occurred_at, m.id) < (?8::timestamptz, ?9))`;
  return readMemories<{ position: string }>(tx, who, filter, {
    ...pick,
    state: after ? `${pick.state} and ${later}` : pick.state,
    values: [...pick.values, ...(after ?? [])],
    columns: `${iso("m.occurred_at")} as position`,
    order: `${rank}, m.occurred_at desc, m.id desc`,
    limit,
    often: true,
  });
}

/** The rules that a read of the past would have shown, and that have been withheld since, whatever their channel. */
export function ruleGaps(tx: Tx, who: Principal, place: Place) {
  const { filter, pick } = rulesFor(place);
  return gapsIn(tx, who, filter, { where: pick.where, values: pick.values.slice(0, 3) });
}
