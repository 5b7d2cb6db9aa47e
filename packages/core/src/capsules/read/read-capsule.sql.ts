import type { Attributes } from "@palimpsest/contract";
import { readersOf, selectList, type Tx } from "../../db/index.js";
import type { Principal } from "../../identity/index.js";
import { clearanceOf, type Policy } from "../../policy/index.js";
import { type AsOf, type Filter, joinMemory } from "../../substrate/index.js";
import { type CapsuleRow, capsuleFields, capsuleMemoryFields } from "../capsule-row.js";
import { governsCapsules } from "../governs.js";

/**
 * `c` is the capsule, `m` its memory; what a forwarded one took over is its source's, and is not shown where that is closed; `saidIn` is null where no channel is named. Its author reads it as in `own`. Expiry is checked at read time; the sweep only tidies up.
 */
export const capsuleColumns = (
  classes: string,
  saidIn: string,
  own: { classes: string; saidIn: string },
) => `c.memory_id as capsule_id,
  case when c.status <> 'active' then c.status
       when c.expires_at <= clock_timestamp() then 'expired'
       when c.forwarded_from is not null and not palimpsest.chain_open(c.forwarded_from) then 'revoked'
       else 'active' end as status,
  m.scope, ${selectList("m", capsuleMemoryFields)}, ${selectList("c", capsuleFields)},
  palimpsest.is_readable((select palimpsest.read_limits()), m.kind, m.scope, m.recorded_at)
    and (m.boundary_class = any (${classes}) and (${saidIn} is null or m.channel = any (${saidIn}))
         or c.author_id = palimpsest.principal() and m.boundary_class = any (${own.classes})
            and m.channel = any (${own.saidIn}) and not ('private' = any (m.blocked_channels)))
    and not m.quarantined
    and (c.forwarded_from is null or palimpsest.governs_capsules() or palimpsest.chain_open(c.forwarded_from))
    as cleared`;

/** How an author reads the own capsules: as in a private channel. */
export const ownClearance = (policy: Policy): Own => {
  const { classes, saidIn } = clearanceOf(policy, "private");
  return { classes, saidIn: saidIn ?? [] };
};

export interface Own {
  classes: readonly string[];
  saidIn: readonly string[];
}

/** The memory is not blocked in this channel; without a channel, in none at all. */
export const unblocked = (channel: string) =>
  `case when ${channel}::text is null then cardinality(m.blocked_channels) = 0
        else not (${channel} = any (m.blocked_channels)) end`;

/** The capsule, if the caller made it or governs it, or is in its audience and it is open. */
export async function findCapsule(
  tx: Tx,
  who: Principal,
  id: string,
  { channel, classes, saidIn, asOf }: Pick<Filter, "channel" | "classes" | "saidIn" | "asOf">,
  own: Own,
): Promise<CapsuleRow | undefined> {
  const governed = governsCapsules(who);
  const [row] = await tx.query<CapsuleRow>(
    `select ${capsuleColumns("$4", "$5::text[]", { classes: "$9", saidIn: "$10" })}
     from palimpsest.capsule c
     ${joinMemory("m", { tenant: "c.tenant_id", id: "c.memory_id" })}
     where c.tenant_id = $1 and c.memory_id = $2
       and ($6 or (not m.retracted and (c.author_id = $7 or (c.audience && $8 and ${unblocked("$3")}))))`,
    [
      who.tenantId,
      id,
      channel ?? null,
      classes,
      saidIn ?? null,
      governed,
      who.id,
      readersOf(who),
      ...[own.classes, own.saidIn],
    ],
  );
  if (row === undefined || asOf === undefined) return row;
  const then = await rowThen(tx, row, asOf);
  const isBlocked =
    channel === undefined ? then?.blocked_channels.length : then?.blocked_channels.includes(channel);
  const hidden = then?.retracted || (row.author_id !== who.id && isBlocked);
  return governed || !hidden ? then : undefined;
}

type StateThen = Pick<CapsuleRow, "retracted" | "quarantined" | "blocked_channels"> & {
  attributes: Attributes | null;
  status: "active" | "revoked";
};

/** The capsule at a moment. Unless what has been withheld since is asked for, what closes it now closed it then. */
async function rowThen(tx: Tx, row: CapsuleRow, asOf: AsOf): Promise<CapsuleRow | undefined> {
  const { at, snapshot, seeWithheld = false } = asOf;
  const [then] = await tx.query<StateThen>(
    `select s.attributes, s.retracted, s.quarantined, s.blocked_channels,
       case when palimpsest.was_committed(c.revoked_in, c.revoked_at, $3::pg_snapshot, $2::timestamptz) or (c.forwarded_from is not null
              and not palimpsest.capsule_was_open(c.forwarded_from, $2::timestamptz, $3::pg_snapshot))
            then 'revoked' else 'active' end as status
     from palimpsest.states(array[$1], $2::timestamptz, null, null, $3::pg_snapshot, $4) s
     join palimpsest.capsule c on c.tenant_id = palimpsest.tenant() and c.memory_id = s.id`,
    [row.capsule_id, at, snapshot ?? null, seeWithheld],
  );
  if (then === undefined) return undefined;
  // Where it has been reworded since, its present words stand in for those that are withheld.
  const attributes = then.attributes ?? row.attributes;
  if (seeWithheld) return { ...row, ...then, attributes };
  return {
    ...row,
    attributes,
    status: row.status === "active" ? then.status : row.status,
    retracted: row.retracted || then.retracted,
    quarantined: row.quarantined || then.quarantined,
    blocked_channels: [...new Set([...row.blocked_channels, ...then.blocked_channels])].toSorted(),
  };
}

/** Ids of what a capsule holds, in its order. */
export async function capsuleItemIds(
  tx: Tx,
  who: Principal,
  id: string,
): Promise<{ item_type: "memory" | "artifact"; item_id: string }[]> {
  return tx.query(
    `select item_type, item_id from palimpsest.capsule_item
     where tenant_id = $1 and capsule_id = $2 order by position`,
    [who.tenantId, id],
  );
}
