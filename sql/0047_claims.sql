-- Claims: facts with where they come from. What a claim was first stored with is kept with it: its provenance, and the
-- entities and relations that it is about. What each repetition adds is kept here.
create table palimpsest.claim_evidence (
  tenant_id   text not null references palimpsest.tenant on delete cascade,
  evidence_id text not null,
  memory_id   text not null,
  writer      text not null,
  provenance  jsonb not null,
  graph       jsonb not null default '{}',
  added_at    timestamptz not null default clock_timestamp(),
  primary key (tenant_id, evidence_id),
  foreign key (tenant_id, memory_id) references palimpsest.memory on delete cascade
);
create index claim_evidence_memory on palimpsest.claim_evidence (tenant_id, memory_id, added_at);
alter table palimpsest.claim_evidence enable row level security, force row level security;
create policy of_visible_memory on palimpsest.claim_evidence for select to palimpsest_app
  using (tenant_id = palimpsest.tenant() and exists (
    select 1 from palimpsest.memory m where m.tenant_id = palimpsest.tenant() and m.id = memory_id));
create policy own_of_visible_memory on palimpsest.claim_evidence for insert to palimpsest_app
  with check (tenant_id = palimpsest.tenant() and writer = palimpsest.principal_type() || ':' || palimpsest.principal()
    and exists (select 1 from palimpsest.memory m where m.tenant_id = palimpsest.tenant() and m.id = memory_id));
grant select, insert on palimpsest.claim_evidence to palimpsest_app;
create trigger refuse_suspended before insert on palimpsest.claim_evidence
  for each statement execute function palimpsest.refuse_suspended();

-- What each principal has said of a claim, once in each span of time.
create table palimpsest.claim_feedback (
  tenant_id text not null references palimpsest.tenant on delete cascade,
  memory_id text not null,
  principal text not null,
  bucket    timestamptz not null,
  signal    text not null check (signal in ('helpful', 'harmful', 'outdated', 'duplicate')),
  primary key (tenant_id, memory_id, principal, bucket),
  foreign key (tenant_id, memory_id) references palimpsest.memory on delete cascade
);
alter table palimpsest.claim_feedback enable row level security, force row level security;
create policy own on palimpsest.claim_feedback for select to palimpsest_app
  using (tenant_id = palimpsest.tenant() and principal = palimpsest.principal_type() || ':' || palimpsest.principal());
create policy own_of_visible_memory on palimpsest.claim_feedback for insert to palimpsest_app
  with check (tenant_id = palimpsest.tenant() and principal = palimpsest.principal_type() || ':' || palimpsest.principal()
    and exists (select 1 from palimpsest.memory m where m.tenant_id = palimpsest.tenant() and m.id = memory_id));
grant select, insert on palimpsest.claim_feedback to palimpsest_app;
create trigger refuse_suspended before insert on palimpsest.claim_feedback
  for each statement execute function palimpsest.refuse_suspended();

-- What was found for a question, so that its pages agree and it can be read again until it expires. Of the claims only
-- ids and scores are kept.
create table palimpsest.active_context (
  tenant_id         text not null references palimpsest.tenant on delete cascade,
  active_context_id text not null,
  -- Whose it is, as type:id. Nobody else may read it.
  principal         text not null,
  -- The filters that it was asked with.
  asked             jsonb not null,
  answer            jsonb not null,
  created_at        timestamptz not null default clock_timestamp(),
  expires_at        timestamptz not null,
  primary key (tenant_id, active_context_id)
);
create index active_context_expiry on palimpsest.active_context (tenant_id, principal, expires_at);
alter table palimpsest.active_context enable row level security, force row level security;
create policy own on palimpsest.active_context to palimpsest_app
  using (tenant_id = palimpsest.tenant() and principal = palimpsest.principal_type() || ':' || palimpsest.principal())
  with check (tenant_id = palimpsest.tenant() and principal = palimpsest.principal_type() || ':' || palimpsest.principal());
grant select, insert, delete on palimpsest.active_context to palimpsest_app;
create trigger refuse_suspended before insert on palimpsest.active_context
  for each statement execute function palimpsest.refuse_suspended();

-- From when on the utility has been halving.
alter table palimpsest.memory_signal add column utility_at timestamptz;

-- Claims travel with an admin's export.
create policy definer_in_tenant on palimpsest.claim_evidence to palimpsest_definer using (tenant_id = palimpsest.tenant());
grant select, insert on palimpsest.claim_evidence to palimpsest_definer;

grant create on schema palimpsest to palimpsest_definer;
set local role palimpsest_definer;

-- Raises the class of a claim that is stored again as more sensitive; nothing here lowers it.
create function palimpsest.raise_claim_class(p_id text, p_class text) returns void
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  classes constant text[] := array['public', 'internal', 'pii', 'secret'];
  m record;
begin
  perform palimpsest.assert_not_suspended();
  update palimpsest.memory c set boundary_class = p_class
  where c.tenant_id = palimpsest.tenant() and c.id = p_id and c.kind = 'fact'
    and (c.visibility = 'tenant' or c.owner_id = palimpsest.principal())
    and array_position(classes, c.boundary_class) < array_position(classes, p_class)
  returning c.reading_position,
    palimpsest.posting_guard(c.channel, c.boundary_class, c.quarantined, c.blocked_channels, c.expires_at) as guard,
    palimpsest.admission_needed(c.visibility, c.boundary_class, c.quarantined, c.blocked_channels, c.expires_at) as needed
  into m;
  if not found then return; end if;
  update palimpsest.memory_term t set guard = m.guard
  where t.tenant_id = palimpsest.tenant() and t.reading_position = m.reading_position;
  update palimpsest.memory_vector v set admission_needed = m.needed
  where v.tenant_id = palimpsest.tenant() and v.memory_id = p_id;
end $$;
grant execute on function palimpsest.raise_claim_class(text, text) to palimpsest_app;

create function palimpsest.export_claim_evidence(p_after text, p_until timestamptz, p_limit integer)
  returns table (place text, record json)
  language sql stable security definer set search_path = pg_catalog, pg_temp
  begin atomic
    select e.evidence_id, json_build_object('type', 'claim_evidence', 'evidence_id', e.evidence_id,
      'memory_id', e.memory_id, 'writer', e.writer, 'provenance', e.provenance, 'graph', e.graph,
      'added_at', e.added_at)
    from palimpsest.claim_evidence e
    where palimpsest.role() = 'admin' and e.tenant_id = palimpsest.tenant() and e.added_at <= p_until
      and e.evidence_id > p_after
    order by e.evidence_id limit p_limit;
  end;
grant execute on function palimpsest.export_claim_evidence(text, timestamptz, integer) to palimpsest_app;

-- For admins alone. What is here already stays as it is.
create function palimpsest.import_claim_evidence(p_rows json) returns table (n integer, outcome text)
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  here text := palimpsest.tenant();
begin
  if palimpsest.role() is distinct from 'admin' then
    raise insufficient_privilege using message = 'only an admin imports';
  end if;
  return query
  with given as materialized (
    select g.*, not exists (
      select 1 from palimpsest.memory m where m.tenant_id = here and m.id = g.memory_id and m.kind = 'fact') as missing
    from json_to_recordset(p_rows) as g (n integer, evidence_id text, memory_id text, writer text, provenance jsonb,
      graph jsonb, added_at timestamptz)
  ), made as (
    insert into palimpsest.claim_evidence (tenant_id, evidence_id, memory_id, writer, provenance, graph, added_at)
    select here, g.evidence_id, g.memory_id, g.writer, g.provenance, g.graph, g.added_at
    from given g where not g.missing
    on conflict do nothing returning evidence_id
  )
  select g.n, case when g.missing then 'missing' when made.evidence_id is not null then 'imported'
    when e.memory_id = g.memory_id and e.provenance = g.provenance and e.graph = g.graph then 'known' else 'other' end
  from given g left join made on made.evidence_id = g.evidence_id
  left join palimpsest.claim_evidence e on e.tenant_id = here and e.evidence_id = g.evidence_id;
end $$;
grant execute on function palimpsest.import_claim_evidence(json) to palimpsest_app;

-- Redefined with utility_at, without which a utility would begin to halve anew.
create or replace function palimpsest.export_signals(p_after text, p_until timestamptz, p_limit integer)
  returns table (place text, record json)
  language sql stable security definer set search_path = pg_catalog, pg_temp
  begin atomic
    select s.memory_id, json_build_object('type', 'signal', 'memory_id', s.memory_id, 'confidence', s.confidence,
      'utility', s.utility, 'utility_at', s.utility_at, 'confirmations', s.confirmations, 'activations', s.activations,
      'last_used_at', s.last_used_at, 'last_confirmed', s.last_confirmed, 'false_positives', s.false_positives,
      'last_false_positive', s.last_false_positive, 'escalated_to', s.escalated_to, 'escalated_at', s.escalated_at,
      'settled_at_activations', s.settled_at_activations, 'successes', s.successes, 'failures', s.failures,
      'neutrals', s.neutrals)
    from palimpsest.memory_signal s
    join palimpsest.memory m on m.tenant_id = s.tenant_id and m.id = s.memory_id and m.recorded_at <= p_until
    where palimpsest.role() = 'admin' and s.tenant_id = palimpsest.tenant() and s.memory_id > p_after
    order by s.memory_id limit p_limit;
  end;

create or replace function palimpsest.import_signals(p_rows json) returns table (n integer, outcome text)
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  here text := palimpsest.tenant();
begin
  if palimpsest.role() is distinct from 'admin' then
    raise insufficient_privilege using message = 'only an admin imports';
  end if;
  return query
  with given as materialized (
    select g.*, not exists (
      select 1 from palimpsest.memory m where m.tenant_id = here and m.id = g.memory_id) as missing
    from json_to_recordset(p_rows) as g (n integer, memory_id text, confidence real, utility real,
      utility_at timestamptz, confirmations integer, activations integer, last_used_at timestamptz,
      last_confirmed timestamptz, false_positives integer, last_false_positive timestamptz, escalated_to text,
      escalated_at timestamptz, settled_at_activations integer, successes integer, failures integer, neutrals integer)
  ), made as (
    insert into palimpsest.memory_signal (tenant_id, memory_id, confidence, utility, utility_at, confirmations,
      activations, last_used_at, last_confirmed, false_positives, last_false_positive, escalated_to, escalated_at,
      settled_at_activations, successes, failures, neutrals)
    select here, g.memory_id, g.confidence, g.utility, g.utility_at, g.confirmations, g.activations, g.last_used_at,
      g.last_confirmed, g.false_positives, g.last_false_positive, g.escalated_to, g.escalated_at,
      g.settled_at_activations, g.successes, g.failures, g.neutrals
    from given g where not g.missing
    on conflict do nothing returning memory_id
  )
  select g.n, case when g.missing then 'missing' when made.memory_id is not null then 'imported' else 'known' end
  from given g left join made on made.memory_id = g.memory_id;
end $$;

reset role;
revoke create on schema palimpsest from palimpsest_definer;
