import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../../../db/testing/index.js";
import { agent, human, openTestMemory, type TestMemory, tenantB } from "../../../testing/test-memory.js";
import { codeOf, surgery } from "../../testing/surgery.js";

describe.each(engines)("the list of edits on $name", (engine) => {
  let memory: TestMemory;
  beforeAll(async () => {
    memory = await openTestMemory(engine);
  });
  afterAll(() => memory.close());
  const { write, edit, approve, reject } = surgery(() => memory);
  const list = (input: object, who = human("ann")) => memory.call(who, "listEdits", input);

  it("pages newest first, counts all, and filters by status, target and proposer", async () => {
    const [one, two] = [await write("one"), await write("two")];
    const made: string[] = [];
    for (let n = 0; n < 5; n++) {
      const who = n % 2 ? agent("bot") : agent("cat");
      const target = n < 3 ? one : two;
      const patch = { importance_delta: (n + 1) / 100 };
      made.push((await edit(who, target, { op: "attenuate", patch })).edit_id);
    }
    await approve(made[0]!);
    await reject(made[1]!);
    const newest = made.toReversed();
    const first = await list({ limit: 2 });
    expect(first.total_count).toBe(5);
    const rest = await list({ limit: 10, cursor: first.next_cursor });
    expect([...first.edits, ...rest.edits].map((e) => e.edit_id)).toEqual(newest);
    const ids = async (input: object) => (await list(input)).edits.map((e) => e.edit_id);
    expect(await ids({ status: "pending" })).toEqual(newest.slice(0, 3));
    expect(await ids({ status: "approved" })).toEqual([made[0]]);
    expect(await ids({ status: "rejected" })).toEqual([made[1]]);
    expect(await ids({ target_id: two })).toEqual(newest.slice(0, 2));
    expect(await ids({ proposer_id: "bot" })).toEqual([made[3], made[1]]);
    expect(await list({}, human("eve", tenantB))).toEqual({ edits: [], total_count: 0 });
    expect(await codeOf(list({ cursor: made[0] }))).toBe("INVALID_CURSOR");
  });
});
