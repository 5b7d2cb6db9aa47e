import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../db/testing/index.js";
import { tenantDirectory } from "../identity/index.js";
import { message } from "../testing/samples.js";
import { openTestMemory, type TestMemory } from "../testing/test-memory.js";
import { defaultDocument } from "./default-policy.js";
import { resolvePolicy } from "./in-force/resolve-policy.js";
import { newTenant, type TestTenant } from "./testing/tenants.js";

/** Documents that no release writes, and that none can read. */
const damaged = [
  ...['{"chanels": {}}', '{"limits": 7}', '{"invariants": {}}'],
  ...['{"channels": 5}', '{"channels": []}', '{"channels": {"team": 1}}', '{"channels": {"crew": {}}}'],
  '{"channels": {"team": {"clearance": "secret"}}}',
  '{"channels": {"team": {"clearance": ["pii"]}}}',
  '{"channels": {"team": {"clearance": null}}}',
  '{"channels": {"team": {"reeds": ["team"]}}}',
  '{"channels": {"team": {"reads": "team"}}}',
  '{"channels": {"team": {"reads": ["public"]}}}',
  '{"channels": {"team": {"reads": ["team", "crew"]}}}',
  ...['{"scopes": {"week": {}}}', '{"scopes": {"session": {"ttl": 7}}}', '{"scopes": {"session": "7d"}}'],
  '{"scopes": {"session": {"ttl": "7 days"}}}',
  '{"retention": {"exempt_kinds": "chunk"}}',
  '{"retention": {"exempt_kinds": [1]}}',
  ...['{"invariants": [1]}', '{"invariants": [[{}]]}'],
  `{"invariants": [{"name": "n", "applies_to": ["session"], "on": "read", "rule": "tokens > 1"}]}`,
];

describe.each(engines)("a policy that cannot be read, on $name", (engine) => {
  let memory: TestMemory;
  let here: TestTenant;
  beforeAll(async () => {
    memory = await openTestMemory(engine);
    here = newTenant(memory);
    const { chunk_id } = await memory.call(here.ann, "recordEvent", message("The heron wades"));
    await memory.call(here.ann, "createDecision", { decision: "We watch the heron" });
    await memory.call(here.ann, "createCapsule", {
      ...{ subject_type: "user", subject_id: "ada", scope: "user", audience_agent_ids: ["bot"] },
      items: { chunks: [chunk_id!], decisions: [], artifacts: [] },
    });
  });
  afterAll(() => memory.close());

  let version = 0;
  const store = (document: string) =>
    memory.database.ownerQuery(
      `insert into palimpsest.policy (tenant_id, version, source, document, applied_by)
       values ($1, $2, 'x', $3::jsonb, 'x')`,
      [here.id, `${++version}.0.0`, document],
    );
  /** How many rows each function and view for psql shows. */
  const shown = async () => {
    const [row] = await memory.services.db.transaction(here.bot, (tx) =>
      tx.query<Record<string, number | string[]>>(
        `select (select count(*)::int from palimpsest.effective_chunks) as chunks,
           (select count(*)::int from palimpsest.search_chunks($1, 'heron', p_channel => 'private')) as found,
           (select count(*)::int from palimpsest.search_chunks($1, 'heron')) as anywhere,
           (select count(*)::int from palimpsest.get_active_decisions($1, p_channel => 'private')) as decisions,
           (select count(*)::int from palimpsest.get_available_capsules($1, 'bot')) as capsules,
           palimpsest.clearance('private') as clearance, palimpsest.clearance(null) as lowest,
           palimpsest.reads('private') as reads, palimpsest.reads(null) as said`,
        [here.id],
      ),
    );
    return row!;
  };
  const nothing = {
    ...{ chunks: 0, found: 0, anywhere: 0, decisions: 0, capsules: 0 },
    ...{ clearance: [], lowest: [], reads: [], said: [] },
  };

  it("shows nothing in psql, whatever is wrong with it", async () => {
    const before = await shown();
    expect(
      Object.values(before).every((value) => value !== 0 && !(Array.isArray(value) && value.length === 0)),
    ).toBe(true);
    for (const document of damaged) {
      await store(document);
      expect(resolvePolicy(JSON.parse(document)), document).toBeUndefined();
      expect(await shown(), document).toEqual(nothing);
    }
    for (const document of [{}, defaultDocument, { version: "1.0.0", scopes: { session: { ttl: "7d" } } }]) {
      await store(JSON.stringify(document));
      expect(resolvePolicy(document)).toBeDefined();
      expect(await shown()).toEqual(before);
    }
  });

  it("stays in force though it was stored before rules had a limit, and says what to change", async () => {
    const { id, apply, get, bot } = newTenant(memory);
    const rules = Array.from({ length: 20 }, (_, n) => ({
      ...{ name: `a${n}`, find: "[a-z]{1,200}7x[0-9]{1,200}", replace: "y" },
    }));
    const document = JSON.stringify({ version: "7.0.0", redact_policies: { default: { rules } } });
    await expect(apply(document)).rejects.toMatchObject({ code: "INVALID_POLICY" });
    await memory.database.ownerQuery(
      `insert into palimpsest.policy (tenant_id, version, source, document, applied_by)
       values ($1, '7.0.0', $2, $3::jsonb, 'x')`,
      [id, document, document],
    );
    memory.services.tenants = tenantDirectory(memory.database.db);
    const { data } = await memory.call(bot, "validateBoundary", { payload: "It is ab7x12", allow: [] });
    expect(data).toMatchObject({ allowed: false, redacted: "It is y" });
    expect(await get()).toMatchObject({
      version: "7.0.0",
      notes: [expect.stringMatching(/^This release would refuse this text: .*rules take too long to match/)],
    });
  });
});
