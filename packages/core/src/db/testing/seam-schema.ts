import type { Migration } from "../migrate/migration.js";

const sql = `
do $$ begin
  if not exists (select 1 from pg_roles where rolname = 'palimpsest_app') then
    create role palimpsest_app nologin nobypassrls;
  end if;
end $$;
grant usage on schema palimpsest to palimpsest_app;
create table palimpsest.note (
  tenant_id text not null,
  id text not null,
  body jsonb not null default '{}',
  primary key (tenant_id, id)
);
alter table palimpsest.note enable row level security;
alter table palimpsest.note force row level security;
create policy note_tenant on palimpsest.note
  using (tenant_id = nullif(current_setting('palimpsest.tenant', true), ''));
grant select, insert, update, delete on palimpsest.note to palimpsest_app;
grant select on palimpsest.schema_migration to palimpsest_app;
`;

/** The smallest schema that has what the seam relies on: the serving role and a table under row security. */
export const seamSchema: readonly Migration[] = [{ version: 1, name: "seam", checksum: "seam", sql }];
