-- A search of events counts all that fit. With all that decides who may read one in the index, it does so without the rows.

drop index palimpsest.memory_event_category;
drop index palimpsest.memory_event_time;
create index memory_event_category
  on palimpsest.memory (tenant_id, event_category, event_time desc nulls last, recorded_at desc, id desc)
  include (kind, status, retracted, quarantined, blocked_channels, boundary_class, expires_at, channel, scope, visibility,
    owner_id, audience)
  where event_category is not null;
create index memory_event_time
  on palimpsest.memory (tenant_id, event_time desc nulls last, recorded_at desc, id desc)
  include (event_category, kind, status, retracted, quarantined, blocked_channels, boundary_class, expires_at, channel,
    scope, visibility, owner_id, audience)
  where event_category is not null;
