-- A search reads thousands of postings. What it needs of each is packed once, when the posting is written, and read from
-- the index as it stands there.

-- Its position in 8 bytes, and in 4 how often the word stands there (6 bits, up to 31), how often in questions (2 bits), how many
-- words the memory has (9 bits: up to 255 exactly, from there on in steps of 64) and the words of the session before it.
alter table palimpsest.memory_term
  add column packed bytea not null generated always as (
    int8send(reading_position) || int4send((least(tf, 31)::integer << 26) | (asked::integer << 24)
      | (case when len < 256 then len else least(511, 256 + (len - 256) / 64) end << 15) | run)) stored,
  drop constraint memory_term_pkey,
  add primary key (tenant_id, term, reading_position) include (packed, guard, visibility_limited);
