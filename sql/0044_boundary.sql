-- Texts that were stopped at the boundary and that a person may allow. The text itself is not kept.
create table palimpsest.boundary_escalation (
  tenant_id      text not null references palimpsest.tenant on delete cascade,
  escalation_id  text not null,
  -- Who wants to send it, as type:id. An approval holds for them alone.
  requested_by   text not null,
  -- Keyed: a bare digest of a short text could be guessed.
  payload_digest text not null,
  boundary_class text not null check (boundary_class in ('public', 'internal', 'pii')),
  allow          text[] not null,
  scope          text not null check (scope in ('session', 'project', 'principle')),
  found          text[] not null,
  status         text not null default 'pending' check (status in ('pending', 'approved', 'rejected')),
  decided_by     text,
  reason         text,
  created_at     timestamptz not null default clock_timestamp(),
  decided_at     timestamptz,
  expires_at     timestamptz,
  primary key (tenant_id, escalation_id)
);
create unique index boundary_escalation_pending
  on palimpsest.boundary_escalation (tenant_id, requested_by, payload_digest) where status = 'pending';
create index boundary_escalation_payload
  on palimpsest.boundary_escalation (tenant_id, requested_by, payload_digest, created_at desc);
create index boundary_escalation_newest
  on palimpsest.boundary_escalation (tenant_id, created_at desc, escalation_id desc);
alter table palimpsest.boundary_escalation enable row level security, force row level security;
create policy own_or_reviewer on palimpsest.boundary_escalation for select to palimpsest_app
  using (tenant_id = palimpsest.tenant()
         and (requested_by = palimpsest.principal_type() || ':' || palimpsest.principal()
              or palimpsest.role() in ('reviewer', 'admin')));
create policy own_and_undecided on palimpsest.boundary_escalation for insert to palimpsest_app
  with check (tenant_id = palimpsest.tenant()
              and requested_by = palimpsest.principal_type() || ':' || palimpsest.principal()
              and status = 'pending' and decided_by is null and expires_at is null);
-- People decide, and nobody on what they want to send themselves.
create policy another_person_decides on palimpsest.boundary_escalation for update to palimpsest_app
  using (tenant_id = palimpsest.tenant() and status = 'pending'
         and palimpsest.principal_type() = 'human' and palimpsest.role() in ('reviewer', 'admin')
         and requested_by <> palimpsest.principal_type() || ':' || palimpsest.principal())
  with check (decided_by = palimpsest.principal_type() || ':' || palimpsest.principal());
grant select, insert on palimpsest.boundary_escalation to palimpsest_app;
grant update (status, decided_by, reason, decided_at, expires_at) on palimpsest.boundary_escalation to palimpsest_app;
create trigger refuse_suspended before insert or update on palimpsest.boundary_escalation
  for each statement execute function palimpsest.refuse_suspended();
