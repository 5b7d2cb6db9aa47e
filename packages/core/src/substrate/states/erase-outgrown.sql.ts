import type { Tx } from "../../db/index.js";
import type { Ttl } from "../../policy/index.js";

/**
 * Erases memories that have expired, by their own time or by the age of their scope, for longer than the grace, in seconds,
 * at most so many, and gives their ids.
 */
export async function eraseOutgrown(
  tx: Tx,
  { session, project, principle, exempt }: Ttl,
  grace: number,
  limit: number,
): Promise<string[]> {
  const until = [session, project, principle, 0].map((ttl) => (ttl === null ? null : ttl + grace));
  const [row] = await tx.query<{ ids: string[] }>(
    `select palimpsest.erase_outgrown(
       clock_timestamp() - make_interval(secs => $1::float8), clock_timestamp() - make_interval(secs => $2::float8),
       clock_timestamp() - make_interval(secs => $3::float8), clock_timestamp() - make_interval(secs => $4::float8),
       $5, $6) as ids`,
    [...until, exempt, limit],
  );
  return row!.ids;
}
