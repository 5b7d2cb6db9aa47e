-- Events are searched by their category and time. Under row level security no index over expressions of the attributes
-- could be used; one over columns can. The columns follow the attributes, edits included.

-- A time as the attributes hold it: ISO 8601 with its offset, so that no setting of the session matters.
create function palimpsest.event_moment(p_time text) returns timestamptz
  language sql immutable strict parallel safe set timezone = 'UTC'
return p_time::timestamptz;

alter table palimpsest.memory
  add column event_category text
    generated always as (case when kind = 'semantic_event' then attributes->>'category' end) stored,
  add column event_time timestamptz
    generated always as (case when kind = 'semantic_event' then palimpsest.event_moment(attributes->>'event_time') end) stored;

create index memory_event_category
  on palimpsest.memory (tenant_id, event_category, event_time desc nulls last, recorded_at desc, id desc)
  where event_category is not null;
create index memory_event_time
  on palimpsest.memory (tenant_id, event_time desc nulls last, recorded_at desc, id desc)
  where event_category is not null;
