import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../../db/testing/index.js";
import { admin, agent, openTestMemory, type TestMemory } from "../../testing/test-memory.js";

/** What an owner may write into each column of an entry, and what the check finds. */
const changes: [column: string, value: string, problem?: string][] = [
  ["audit_id", "'aud_other'"],
  ["at", "at + interval '1 microsecond'"],
  ["at", "at - interval '1 hour'"],
  ["request_id", "request_id || ' '"],
  ["trace_id", "reverse(trace_id)"],
  ["actor_type", "'human'"],
  ["actor_id", "upper(actor_id)"],
  ["on_behalf_of", "'somebody'"],
  ["operation", "'recall'"],
  ["surface", "'rest'"],
  ["decision", "'denied'"],
  ["code", "'FORBIDDEN'"],
  ["reason", "'none'"],
  ["scope", "'session'"],
  ["boundary_class", "'pii'"],
  ["policy_version", "'9.9.9'"],
  ["ids", "array_append(ids, 'mem_x')"],
  ["key_id", "'key_x'"],
  ["times", "times + 1"],
  ["saw_originals", "not saw_originals"],
  ["redacted_count", "redacted_count + 1"],
  ["digests", "array_append(digests, 'x')"],
  ["prev_hash", "sha256('x')"],
  ["hash", "sha256('x')"],
];

describe.each(engines)("an entry of the audit log on $name", (engine) => {
  let memory: TestMemory;
  beforeAll(async () => {
    memory = await openTestMemory(engine);
    await memory.database.ownerQuery("alter table palimpsest.audit_entry disable trigger append_only");
  });
  afterAll(() => memory.close());
  const verify = (tenant: string) => memory.call(admin(tenant), "verifyAudit", {});
  const owner = (sql: string, ...values: unknown[]) =>
    memory.database.ownerQuery(sql.replaceAll("LOG", "palimpsest.audit_entry"), values);
  const filled = async (tenant: string) => {
    for (let at = 0; at < 6; at++) await memory.call(agent("b", tenant), "listTags", { limit: at + 1 });
    expect(await verify(tenant)).toMatchObject({ valid: true });
    return tenant;
  };

  it("is covered by its hash in every column", async () => {
    const tenant = await filled("columns");
    const columns = await owner(
      "select column_name as name from information_schema.columns where table_schema = 'palimpsest' and table_name = 'audit_entry'",
    );
    const named = new Set([...changes.map(([column]) => column), "tenant_id", "seq", "id"]);
    expect(columns.map(({ name }) => name).filter((name) => !named.has(name as string))).toEqual([]);
    for (const [column, value, problem = "altered"] of changes) {
      const keep = `select ${column}::text as kept from LOG where tenant_id = $1 and seq = 3`;
      const [before] = await owner(keep, tenant);
      await owner(`update LOG set ${column} = ${value} where tenant_id = $1 and seq = 3`, tenant);
      expect(await verify(tenant), `${column} = ${value}`).toMatchObject({
        ...{ valid: false, problem, first_bad_seq: 3 },
      });
      const [{ type } = {}] = await owner(
        `select pg_typeof(${column})::text as type from LOG where tenant_id = $1 and seq = 3`,
        tenant,
      );
      await owner(
        `update LOG set ${column} = $2::text::${String(type)} where tenant_id = $1 and seq = 3`,
        tenant,
        before!.kept,
      );
      expect(await verify(tenant), column).toMatchObject({ valid: true });
    }
  });

  it.each([
    [
      "was given to another tenant",
      "update LOG set tenant_id = 'another' where tenant_id = $1 and seq = 3",
      3,
    ],
    [
      "took the place of the one before it",
      "update LOG set seq = case seq when 3 then 2 else seq end where tenant_id = $1 and seq <> 2",
      2,
    ],
    [
      "was taken out, with the numbers and the hashes of prev_hash closed up",
      `update LOG a set seq = a.seq - 1, prev_hash = case when a.seq = 4 then d.prev_hash else a.prev_hash end
       from (select prev_hash from LOG where tenant_id = $1 and seq = 3) d where a.tenant_id = $1 and a.seq > 3`,
      3,
    ],
  ])("is missed if it %s", async (what, sql, first) => {
    const tenant = await filled(what);
    await memory.services.audit.flush();
    await owner("insert into palimpsest.tenant (tenant_id) values ('another') on conflict do nothing");
    if (first === 2) await owner("delete from LOG where tenant_id = $1 and seq = 2", tenant);
    if (what.startsWith("was taken")) {
      await owner("update LOG set seq = seq + 1000 where tenant_id = $1 and seq > 3", tenant);
      await owner(
        `update LOG a set prev_hash = d.prev_hash from LOG d
         where a.tenant_id = $1 and a.seq = 1004 and d.tenant_id = $1 and d.seq = 3`,
        tenant,
      );
      await owner("delete from LOG where tenant_id = $1 and seq = 3", tenant);
      await owner("update LOG set seq = seq - 1001 where tenant_id = $1 and seq > 1000", tenant);
    } else await owner(sql, tenant);
    expect(await verify(tenant)).toMatchObject({ valid: false, first_bad_seq: first });
  });
});
