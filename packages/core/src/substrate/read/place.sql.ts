import type { Tx } from "../../db/index.js";
import type { Principal } from "../../identity/index.js";
import type { AsOf } from "../past/as-of.sql.js";

/** What an answer is about, and for whom: decides by its scope whether a memory applies there. */
export interface About {
  projectId?: string;
  subjectType?: string;
  subjectId?: string;
  sessionId?: string;
  reader: Pick<Principal, "id" | "type">;
  /**
   * Of turns of the session itself and of capsules, which were handed over: only what is about another subject or project
   * than the answer is left out.
   */
  given?: boolean;
}

/** The types of subject that a principal itself may be. */
const own = { human: ["user", "human"], agent: ["agent"], service: ["service"] };

/**
 * Memory `m` applies to what the answer is about: of scope session in that session, of scope user for that subject or the
 * reader itself, of scope project in that project, of scope policy and global everywhere. One that names nobody in
 * particular applies to everybody.
 */
export function appliesTo(about: About, value: (v: unknown) => string, m = "m"): string {
  const { projectId, subjectType, subjectId, sessionId, reader, given } = about;
  const is = (column: string, wanted: string | undefined, otherwise: string) =>
    wanted === undefined ? otherwise : `${m}.${column} = ${value(wanted)}`;
  const fits = (column: string, wanted: string | undefined) =>
    `(${m}.${column} is null or ${is(column, wanted, "true")})`;
  const unnamed = given ? "true" : "false";
  const ofType = fits("subject_type", subjectType);
  const itself = `(${m}.subject_id = ${value(reader.id)}
    and (${m}.subject_type is null or ${m}.subject_type = any (${value(own[reader.type])})))`;
  const subject = `(${m}.subject_id is null or (${is("subject_id", subjectId, unnamed)} and ${ofType}) or ${itself})`;
  const project = `(${m}.project_id is null or ${is("project_id", projectId, unnamed)})`;
  const elsewhere = given
    ? "true"
    : `${fits("project_id", projectId)} and ${ofType} and ${fits("subject_id", subjectId)}`;
  const here = given ? "true" : `${is("session_id", sessionId, "true")} and ${elsewhere}`;
  return `case ${m}.scope when 'policy' then true when 'global' then true when 'session' then ${here}
    when 'user' then ${subject} and ${given ? "true" : fits("project_id", projectId)}
    when 'project' then ${project} and ${given ? "true" : `${ofType} and ${fits("subject_id", subjectId)}`}
    else ${elsewhere} end`;
}

/** More than these are not told apart: so many of them pass the filter that looking at each is as fast. */
const most = 5_000;

/**
 * The memories that a context of this session may show, told by their scope alone: its own, and those that no session
 * keeps to itself.
 */
export const ofSessionAndBeyond = (session: string, m = "m") => ({
  own: `${m}.session_id = ${session} and ${m}.scope = 'session'`,
  beyond: `${m}.scope is distinct from 'session'`,
});

/** Where such memories of these kinds stand; undefined if the filter is not of a session, or there are many. */
export async function applicablePositions(
  tx: Tx,
  tenantId: string,
  { about, asOf, kinds }: { about?: About; asOf?: AsOf; kinds: readonly string[] },
): Promise<ReadonlySet<number> | undefined> {
  if (about?.sessionId === undefined || about.given || asOf !== undefined) return undefined;
  const { own, beyond } = ofSessionAndBeyond("$2");
  // Whether a row may be seen is asked of each that is left, and of a capsule that takes long.
  const at = (where: string) =>
    `(select m.reading_position from palimpsest.memory m
      where m.tenant_id = $1 and m.kind = any ($3) and ${where} limit ${most + 1})`;
  const rows = await tx.prepared<{ reading_position: string }>(
    `${at(own)} union all ${at(beyond)} limit ${most + 1}`,
    [tenantId, about.sessionId, kinds],
  );
  if (rows.length > most) return undefined;
  return new Set(rows.map(({ reading_position }) => Number(reading_position)));
}
