/**
 * How many contradict memory `m`, now or at a moment, without what was retracted; $1 is the tenant. Those of one text count
 * once, and so does an agent against what somebody else wrote, in however many words it says so.
 */
export const contradictionsOf = (at?: string): string => `(
  select count(distinct case when c.writer like 'agent:%' and c.writer <> m.writer then c.writer else c.content_hash end)::integer
  from palimpsest.memory_link l
  join palimpsest.memory c on c.tenant_id = $1 and c.id = l.from_id
  where l.tenant_id = $1 and l.to_id = m.id and l.type = 'contradicts' and not c.retracted
    ${at === undefined ? "" : `and (${at}::timestamptz is null or l.created_at <= ${at})`})`;
