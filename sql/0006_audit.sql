-- What was done and what was shown: the audit log and the receipts of contexts.

create table palimpsest.audit_entry (
  tenant_id      text not null references palimpsest.tenant,
  audit_id       text not null,
  at             timestamptz not null default clock_timestamp(),
  request_id     text not null,
  trace_id       text not null,
  actor_type     text not null,
  actor_id       text not null,
  -- The principal whose rights were used, as type:id, if that is not the actor.
  on_behalf_of   text,
  operation      text not null,
  surface        text not null,
  decision       text not null check (decision in ('allowed', 'denied', 'failed')),
  code           text,
  -- The policy that was in force.
  policy_version text,
  ids            text[] not null default '{}',
  primary key (tenant_id, audit_id)
);
create index audit_entry_at on palimpsest.audit_entry (tenant_id, at desc);
create trigger append_only before update or delete or truncate on palimpsest.audit_entry
  for each statement execute function palimpsest.refuse_change();
alter table palimpsest.audit_entry enable row level security, force row level security;
create policy tenant_only on palimpsest.audit_entry to palimpsest_app, palimpsest_worker
  using (tenant_id = palimpsest.tenant()) with check (tenant_id = palimpsest.tenant());
grant select, insert on palimpsest.audit_entry to palimpsest_app;
grant insert on palimpsest.audit_entry to palimpsest_worker;

-- How a context was made. It holds ids, scores and digests; the text itself is in the memories.
create table palimpsest.receipt (
  tenant_id      text not null references palimpsest.tenant,
  acb_id         text not null,
  principal_id   text not null,
  session_id     text not null,
  created_at     timestamptz not null default clock_timestamp(),
  -- The moment whose memories it shows; a replay reads as of it.
  read_at        timestamptz not null,
  inputs         jsonb not null,
  policy_version text not null,
  -- When the last edit before that moment was applied.
  last_edit_at   timestamptz,
  budget_tokens  integer not null,
  total_tokens   integer not null,
  digest         text not null,
  omissions      jsonb not null default '[]',
  primary key (tenant_id, acb_id)
);
create index receipt_time on palimpsest.receipt (tenant_id, created_at desc);
create trigger append_only before update or delete or truncate on palimpsest.receipt
  for each statement execute function palimpsest.refuse_change();
alter table palimpsest.receipt enable row level security, force row level security;
-- A receipt belongs to whom the context was made for. Those who review edits see what was shown to whom.
create policy own_or_reviewer on palimpsest.receipt to palimpsest_app
  using (tenant_id = palimpsest.tenant()
         and (principal_id = palimpsest.principal() or palimpsest.role() in ('reviewer', 'admin')))
  with check (tenant_id = palimpsest.tenant() and principal_id = palimpsest.principal());
grant select, insert on palimpsest.receipt to palimpsest_app;

create table palimpsest.receipt_item (
  tenant_id text not null,
  acb_id    text not null,
  position  integer not null,
  memory_id text not null,
  section   text not null,
  score     real,
  tokens    integer not null,
  primary key (tenant_id, acb_id, position),
  foreign key (tenant_id, acb_id) references palimpsest.receipt
);
create index receipt_item_memory on palimpsest.receipt_item (tenant_id, memory_id);
create trigger append_only before update or delete or truncate on palimpsest.receipt_item
  for each statement execute function palimpsest.refuse_change();
alter table palimpsest.receipt_item enable row level security, force row level security;
create policy of_visible_receipt on palimpsest.receipt_item to palimpsest_app
  using (tenant_id = palimpsest.tenant() and exists (
    select 1 from palimpsest.receipt r where r.tenant_id = palimpsest.tenant() and r.acb_id = receipt_item.acb_id))
  with check (tenant_id = palimpsest.tenant());
grant select, insert on palimpsest.receipt_item to palimpsest_app;
