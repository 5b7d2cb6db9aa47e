-- An erasure reaches claims that name its subject as an entity where claims keep their entities: within `claim`.
grant create on schema palimpsest to palimpsest_definer;
set local role palimpsest_definer;

-- The memories about a subject, those that carry a user's id, claims that name it as an entity, and all that was made from them and has no subject of its
-- own. p_also adds what the subject said, what it owns as a principal, and what names it by p_pattern.
create or replace function palimpsest.erasure_reach(p_type text, p_id text, p_also text[], p_pattern text) returns setof text
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  with recursive reached(id) as (
    (select m.id from palimpsest.memory m
     where m.tenant_id = palimpsest.tenant() and m.subject_type = p_type and m.subject_id = p_id
     union
     select m.id from palimpsest.memory m
     where m.tenant_id = palimpsest.tenant() and m.subject_type is null and m.subject_id = p_id
     union
     select a.memory_id from palimpsest.memory_attribute a
     where p_type = 'user' and a.tenant_id = palimpsest.tenant()
       and a.kind = any (array['fact', 'interaction', 'procedure']) and a.name = 'user_id' and a.value = p_id
     union
     select m.id from palimpsest.memory m
     where m.tenant_id = palimpsest.tenant() and m.kind = 'fact'
       and m.attributes @> jsonb_build_object('claim', jsonb_build_object('entities', jsonb_build_array(jsonb_build_object('id', p_id))))
     union
     select c.memory_id from palimpsest.claim_evidence c
     where c.tenant_id = palimpsest.tenant()
       and c.graph @> jsonb_build_object('entities', jsonb_build_array(jsonb_build_object('id', p_id)))
     union
     select m.id from palimpsest.memory m
     where cardinality(p_also) > 0 and m.tenant_id = palimpsest.tenant() and (
       'spoken' = any (p_also) and m.speaker = p_id
       or 'owned' = any (p_also) and m.owner_id = p_id
       or 'mentions' = any (p_also) and m.text ~* p_pattern))
    union
    select d.id from reached r
    join palimpsest.memory_link l on l.tenant_id = palimpsest.tenant() and l.to_id = r.id and l.type = 'derived_from'
    join palimpsest.memory d on d.tenant_id = palimpsest.tenant() and d.id = l.from_id and d.subject_id is null
  )
  select reached.id from reached;
end;

reset role;
revoke create on schema palimpsest from palimpsest_definer;
