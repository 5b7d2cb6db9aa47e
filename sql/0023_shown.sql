-- The text of a context changes from release to release. A receipt says in which form it was written, so that a replay
-- can tell another form from a memory that has changed. Receipts of before have none.
alter table palimpsest.receipt add column form integer;
