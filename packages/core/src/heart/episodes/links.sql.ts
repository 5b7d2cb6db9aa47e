import type { Tx } from "../../db/index.js";
import type { Principal } from "../../identity/index.js";
import { joinMemoryByKey, unexpired } from "../../substrate/index.js";

export interface EpisodeLink {
  [column: string]: unknown;
  episode_id: string;
  memory_id: string;
  kind: "decision" | "procedure";
  effectiveness: "helped" | "neutral" | "hindered" | null;
}

/** The links of these episodes to memories that the caller may read, in the order in which they were made. */
export async function readLinks(tx: Tx, who: Principal, episodeIds: string[]): Promise<EpisodeLink[]> {
  if (episodeIds.length === 0) return [];
  return tx.query<EpisodeLink>(
    `select l.episode_id, l.memory_id, l.kind, l.effectiveness
     from palimpsest.episode_link l ${joinMemoryByKey("m", { tenant: "l.tenant_id", id: "l.memory_id" })}
     where l.tenant_id = $1 and l.episode_id = any ($2) and l.rollback_id is null and not m.retracted and not m.quarantined and ${unexpired("m")}
     order by l.linked_at, l.memory_id`,
    [who.tenantId, episodeIds],
  );
}

/**
 * True if the link is new, or says something else than before. What somebody else says of it stays, except that a person
 * may say otherwise; one that a rollback took back is made anew.
 */
export async function putLink(
  tx: Tx,
  who: Principal,
  { episode_id, memory_id, kind, effectiveness }: EpisodeLink,
): Promise<boolean> {
  const changed = await tx.query(
    `insert into palimpsest.episode_link as l (tenant_id, episode_id, memory_id, kind, effectiveness, linked_by)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (tenant_id, episode_id, memory_id) do update
       set effectiveness = excluded.effectiveness, linked_by = excluded.linked_by, linked_at = excluded.linked_at,
           made_by = case when l.rollback_id is null and l.linked_by <> excluded.linked_by
                          then coalesce(l.made_by, l.linked_by) when l.rollback_id is null then l.made_by end,
           made_at = case when l.rollback_id is null and l.linked_by <> excluded.linked_by
                          then coalesce(l.made_at, l.linked_at) when l.rollback_id is null then l.made_at end,
           rollback_id = null
       where l.rollback_id is not null
         or (l.effectiveness is null or l.linked_by = excluded.linked_by or $7)
           and excluded.effectiveness is not null and l.effectiveness is distinct from excluded.effectiveness
     returning l.memory_id`,
    [who.tenantId, episode_id, memory_id, kind, effectiveness, who.id, who.type === "human"],
  );
  return changed.length > 0;
}
