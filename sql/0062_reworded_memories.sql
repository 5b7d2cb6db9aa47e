-- Memories that read otherwise than they did at first, by what they said then: each fact that is learned looks for one.
-- All others are found by what they say now.
create index memory_reworded on palimpsest.memory (tenant_id, original_hash) where original_hash <> content_hash;
