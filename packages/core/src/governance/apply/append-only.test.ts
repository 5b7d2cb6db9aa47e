import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sqlState } from "../../db/index.js";
import { engines } from "../../db/testing/index.js";
import { human, openTestMemory, type TestMemory } from "../../testing/test-memory.js";
import { surgery } from "../testing/surgery.js";

const logs = {
  memory_edit: "reason = 'forged'",
  memory_edit_event: "note = 'forged'",
  memory_original: "text = 'forged'",
  record: "actor_id = 'forged'",
  audit_entry: "actor_id = 'forged'",
};
const forgeries = Object.entries(logs).flatMap(([table, change]) =>
  [
    `update palimpsest.${table} set ${change}`,
    `delete from palimpsest.${table}`,
    `truncate palimpsest.${table} cascade`,
  ].map((sql) => ({ table, sql })),
);

describe.each(engines)("the logs on $name", (engine) => {
  let memory: TestMemory;
  beforeAll(async () => {
    memory = await openTestMemory(engine);
    const { write, edit } = surgery(() => memory);
    await edit(human(), await write("something to forge"), { op: "attenuate", patch: { importance: 0.5 } });
  });
  afterAll(() => memory.close());

  /** Entries of reads are written a little later: what is still on its way must not look like a change. */
  const rows = async (table: string) => {
    await memory.services.audit.flush();
    return JSON.stringify(
      await memory.database.ownerQuery(`select * from palimpsest.${table} order by 1, 2`),
    );
  };
  const refusedWith = (attempt: Promise<unknown>) =>
    attempt.then(
      () => "taken",
      (error: unknown) => sqlState(error),
    );

  it.each(forgeries)("refuse this of the serving role: $sql", async ({ table, sql }) => {
    const before = await rows(table);
    const attempt = memory.services.db.transaction(human(), (tx) => tx.query(sql));
    expect(await refusedWith(attempt)).toBe("42501");
    expect(await rows(table)).toBe(before);
  });

  it("refuse edits and decisions in another principal's name", async () => {
    const as = (sql: string) => memory.services.db.transaction(human("mallory"), (tx) => tx.query(sql));
    await memory.call(human("mallory"), "listEdits", {});
    const proposal = `insert into palimpsest.memory_edit (tenant_id, edit_id, memory_id, op, reason, proposer_type, proposer_id)
      select tenant_id, 'edt_forged', id, 'retract', 'forged', 'human', 'ann' from palimpsest.memory limit 1`;
    const decision = `insert into palimpsest.memory_edit_event (tenant_id, edit_id, memory_id, status, actor_type, actor_id)
      select tenant_id, 'edt_forged', id, 'approved', 'human', 'ann' from palimpsest.memory limit 1`;
    expect(await refusedWith(as(proposal))).toBe("42501");
    expect(await refusedWith(as(decision))).toBe("42501");
  });

  it.each(forgeries)(
    "refuse this of the owner and of a role that bypasses row level security: $sql",
    async ({ table, sql }) => {
      const before = await rows(table);
      expect(before).toContain("tenant_id");
      expect(await refusedWith(memory.database.ownerQuery(sql))).toBe("PA001");
      await refusedWith(memory.services.db.owner((tx) => tx.query(sql)));
      expect(await rows(table)).toBe(before);
    },
  );
});
