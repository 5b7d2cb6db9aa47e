-- Episodes and procedures: what an episode is linked to, and how it went with a procedure.

-- A link says whether the procedure helped, and saying it again changes that; links between memories never change.
create table palimpsest.episode_link (
  tenant_id     text not null,
  episode_id    text not null,
  memory_id     text not null,
  kind          text not null check (kind in ('decision', 'procedure')),
  effectiveness text check (effectiveness in ('helped', 'neutral', 'hindered')),
  linked_by     text not null,
  linked_at     timestamptz not null default clock_timestamp(),
  primary key (tenant_id, episode_id, memory_id),
  foreign key (tenant_id, episode_id) references palimpsest.memory,
  foreign key (tenant_id, memory_id) references palimpsest.memory
);
alter table palimpsest.episode_link enable row level security, force row level security;
-- Whoever may see both memories. `offset 0` keeps the look at a memory an index probe for each link.
create policy of_visible_memories on palimpsest.episode_link to palimpsest_app
  using (tenant_id = palimpsest.tenant() and exists (
    select 1 from palimpsest.memory m where m.tenant_id = palimpsest.tenant() and m.id = episode_id offset 0)
    and exists (
    select 1 from palimpsest.memory m where m.tenant_id = palimpsest.tenant() and m.id = memory_id offset 0))
  with check (tenant_id = palimpsest.tenant() and linked_by = palimpsest.principal() and exists (
    select 1 from palimpsest.memory m where m.tenant_id = palimpsest.tenant() and m.id = episode_id)
    and exists (
    select 1 from palimpsest.memory m where m.tenant_id = palimpsest.tenant() and m.id = memory_id));
grant select, insert on palimpsest.episode_link to palimpsest_app;
grant update (effectiveness, linked_by) on palimpsest.episode_link to palimpsest_app;
create trigger refuse_suspended before insert or update on palimpsest.episode_link
  for each statement execute function palimpsest.refuse_suspended();

alter table palimpsest.memory_signal
  add column successes integer not null default 0,
  add column failures  integer not null default 0,
  add column neutrals  integer not null default 0;
