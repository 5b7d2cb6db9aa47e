-- Lists and reads of one type of subject, whoever it is, go by an index.
create index memory_subject_type on palimpsest.memory (tenant_id, subject_type, occurred_at desc)
  where subject_type is not null;
