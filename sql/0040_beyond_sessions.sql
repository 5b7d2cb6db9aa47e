-- A context of a session shows that session's own memories and those of a wider scope. Chats write far more of the former,
-- each for its own session alone, so the others need a way past them.
create index memory_beyond_sessions on palimpsest.memory (tenant_id, occurred_at desc) where scope is distinct from 'session';
