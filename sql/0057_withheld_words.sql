-- A passage that was retracted is withheld in later revisions of its document, also where these move it.

grant create on schema palimpsest to palimpsest_definer;
set local role palimpsest_definer;

-- Where a text holds the words of passages that were retracted in the caller's document of a name: the first place of
-- each, in characters counted from 0. Short passages are left out, whose words may stand anywhere.
create function palimpsest.withheld_stretches(p_uid text, p_text text) returns table (start integer, length integer)
  language sql stable security definer set search_path = pg_catalog, pg_temp
begin atomic
  select strpos(p_text, said.text) - 1, char_length(said.text)
  from (
    select distinct o.text from palimpsest.artifact a
    join palimpsest.memory h on h.tenant_id = a.tenant_id and h.id = a.head_id
    cross join lateral unnest(a.chunk_ids) as c(id)
    join palimpsest.memory m on m.tenant_id = a.tenant_id and m.id = c.id
    join palimpsest.memory_original o on o.tenant_id = a.tenant_id and o.memory_id = m.id
    where a.tenant_id = palimpsest.tenant() and a.artifact_uid = p_uid and a.owner_id = palimpsest.principal()
      and m.retracted and not h.retracted and char_length(o.text) >= 40) said
  where strpos(p_text, said.text) > 0;
end;
grant execute on function palimpsest.withheld_stretches(text, text) to palimpsest_app;

reset role;
revoke create on schema palimpsest from palimpsest_definer;
