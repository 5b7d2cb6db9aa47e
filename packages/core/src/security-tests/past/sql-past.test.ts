import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../../db/testing/index.js";
import { surgery } from "../../governance/testing/surgery.js";
import type { Principal } from "../../identity/index.js";
import { agent, human, openTestMemory, type TestMemory } from "../../testing/test-memory.js";

/** The SQL of the serving role, as somebody at psql would write it. */
describe.each(engines)("the past in SQL on $name", (engine) => {
  let memory: TestMemory;
  let ids: { retracted: string; amended: string; expired: string; same: string; hidden: string };
  let at: string;
  beforeAll(async () => {
    memory = await openTestMemory(engine);
    const { write, edit } = surgery(() => memory);
    ids = {
      retracted: await write("The vole was retracted"),
      amended: await write("The vole was amended"),
      expired: await write("The vole has expired"),
      same: await write("The vole stayed"),
      hidden: (
        await memory.call(human("eve"), "remember", { text: "The vole of Eve", visibility: "private" })
      ).memory_id,
    };
    const [now] = await memory.database.ownerQuery<{ at: string }>("select clock_timestamp()::text as at");
    at = now!.at;
    await edit(human(), ids.retracted, { op: "retract" });
    await edit(human(), ids.amended, { op: "amend", patch: { text: "A vole" } });
    await edit(human(), ids.same, { op: "attenuate", patch: { importance: 0.2 } });
    await memory.database.ownerQuery(
      "update palimpsest.memory set expires_at = clock_timestamp() where id = $1",
      [ids.expired],
    );
  });
  afterAll(() => memory.close());

  const states = async (who: Principal, see: boolean) => {
    const rows = await memory.services.db.transaction(who, (tx) =>
      tx.query<{ id: string; text: string | null }>(
        "select id, text from palimpsest.states($1, $2::timestamptz, null, null, null, $3)",
        [Object.values(ids), at, see],
      ),
    );
    return Object.fromEntries(rows.map(({ id, text }) => [id, text]));
  };

  it("gives an agent no words that have been withheld since, whether or not it asks for them", async () => {
    for (const see of [false, true]) {
      expect(await states(agent("spy"), see)).toEqual({
        [ids.retracted]: null,
        [ids.amended]: null,
        [ids.expired]: null,
        [ids.same]: "The vole stayed",
      });
    }
  });

  it("gives them to those who review and ask for them, and nobody another's private memory", async () => {
    expect(await states(human("rev"), false)).toMatchObject({ [ids.retracted]: null, [ids.amended]: null });
    expect(await states(human("rev"), true)).toEqual({
      [ids.retracted]: "The vole was retracted",
      [ids.amended]: "The vole was amended",
      [ids.expired]: "The vole has expired",
      [ids.same]: "The vole stayed",
    });
  });

  it.each([
    "select * from palimpsest.fold($1, null, null, null)",
    "select * from palimpsest.memory_original where memory_id = $1",
  ])("refuses an agent %s", async (sql) => {
    const asked = memory.services.db.transaction(agent("spy"), (tx) => tx.query(sql, [ids.retracted]));
    await expect(asked).rejects.toMatchObject({ code: "42501" });
  });
});
