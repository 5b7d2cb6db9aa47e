-- Censors: how often a match was wrong, and what a censor that matched again and again has become.
alter table palimpsest.memory_signal
  add column false_positives integer not null default 0,
  add column last_false_positive timestamptz,
  -- A stronger action than the memory's own attribute says; null: none.
  add column escalated_to text check (escalated_to in ('block', 'absolute')),
  add column escalated_at timestamptz,
  -- Activations by the time an edit set the action: only those after it escalate it again.
  add column settled_at_activations integer not null default 0;

-- An edit that sets the action of a censor decides: what activations made of it before is over.
create function palimpsest.settle_action() returns trigger
  language plpgsql as $$
begin
  update palimpsest.memory_signal s
  set escalated_to = null, escalated_at = null, settled_at_activations = s.activations
  where s.tenant_id = new.tenant_id and s.memory_id = new.memory_id and exists (
    select 1 from palimpsest.memory_edit e
    where e.tenant_id = new.tenant_id and e.edit_id = new.edit_id and e.patch->'attributes' ? 'action');
  return null;
end $$;
-- An import writes edits as the definer.
grant update (escalated_to, escalated_at, settled_at_activations) on palimpsest.memory_signal to palimpsest_definer;
create trigger settle_action after insert on palimpsest.memory_edit_event
  for each row when (new.status = 'approved') execute function palimpsest.settle_action();
