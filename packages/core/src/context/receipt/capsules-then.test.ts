import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../../db/testing/index.js";
import { surgery } from "../../governance/testing/surgery.js";
import type { Principal } from "../../identity/index.js";
import { agent, human, openTestMemory, type TestMemory } from "../../testing/test-memory.js";

describe.each(engines)("a context with capsules that were closed since, on $name", (engine) => {
  let memory: TestMemory;
  beforeAll(async () => {
    memory = await openTestMemory(engine);
  });
  afterAll(() => memory.close());
  const { edit } = surgery(() => memory);
  const rev = human("rev");
  let n = 0;

  /** A capsule from one agent, forwarded by a second to a third, who builds a context. */
  async function handed() {
    const [first, second, third] = ["first", "second", "third"].map((name) => agent(`${name}-${++n}`)) as [
      Principal,
      Principal,
      Principal,
    ];
    const { memory_id } = await memory.call(first, "remember", { text: `The badger plan ${n}` });
    const { capsule_id: capsule } = await memory.call(first, "createCapsule", {
      ...{ subject_type: "user", subject_id: "ada", scope: "user", audience_agent_ids: [second.id] },
      items: { chunks: [memory_id], decisions: [], artifacts: [] },
      ...{ forward: true, risks: ["The badger bites"] },
    });
    const { capsule_id: forwarded } = await memory.call(second, "forwardCapsule", {
      ...{ capsule_id: capsule, audience_agent_ids: [third.id] },
    });
    const build = async (given: object = {}) =>
      (await memory.call(third, "buildAcb", { session_id: "s", channel: "private", ...given })).acb;
    return { first, second, third, capsule, forwarded, acb: await build(), build };
  }
  const replay = (acb_id: string, who: Principal, see_withheld = false) =>
    memory.call(who, "replayAcb", { acb_id, see_withheld });

  it("replays with them as they were, and names the revocation", async () => {
    const { first, third, capsule, forwarded, acb, build } = await handed();
    expect(acb.capsules.map(({ capsule_id }) => capsule_id)).toEqual([forwarded]);
    expect(await replay(acb.acb_id, rev)).toMatchObject({ identical: true, verified: true });
    const at = new Date().toISOString();
    await memory.call(first, "revokeCapsule", { capsule_id: capsule });
    for (const who of [third, rev]) {
      const again = await replay(acb.acb_id, who);
      expect(again).toMatchObject({ identical: false, verified: true });
      expect(again.causes).toEqual([
        { memory_id: forwarded, cause: "revocation", reason: "revoked", edit_id: null, op: null },
      ]);
      expect(JSON.stringify(again)).not.toContain("badger bites");
    }
    const past = await build({ as_of: at });
    expect(past.capsules).toEqual([]);
    expect(past.withheld).toEqual([{ memory_id: forwarded, reason: "closed" }]);
    expect((await replay(acb.acb_id, rev, true)).acb.prompt).toContain("badger bites");
  });

  it("names the edit that closed one", async () => {
    const { third, forwarded, acb } = await handed();
    const { edit_id } = await edit(rev, forwarded, { op: "quarantine" });
    const again = await replay(acb.acb_id, third);
    expect(again).toMatchObject({
      ...{ identical: false, verified: true },
      causes: [{ memory_id: forwarded, cause: "edit", reason: "quarantined", edit_id, op: "quarantine" }],
    });
    await edit(rev, forwarded, { op: "restore" });
    expect(await replay(acb.acb_id, third)).toMatchObject({ identical: true, verified: true, causes: [] });
  });
});
