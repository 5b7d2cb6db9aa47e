-- The audit log: how a call was made, how often, and answers that were given before.
--
-- key_id   the API key that was used; null without one.
-- times    how many calls the entry stands for. More than one only where requests that cannot be read are sampled.
-- replayed a call that got the answer of an earlier one with the same idempotency key.
alter table palimpsest.audit_entry
  add column key_id text,
  add column times integer not null default 1 check (times > 0),
  drop constraint audit_entry_decision_check,
  add constraint audit_entry_decision_check check (decision in ('allowed', 'replayed', 'denied', 'failed'));
