import { rolePermissions } from "@palimpsest/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../../db/testing/index.js";
import { surgery } from "../../governance/testing/surgery.js";
import type { Principal } from "../../identity/index.js";
import { agent, human, openTestMemory, type TestMemory } from "../../testing/test-memory.js";

describe.each(engines)("replaying another's context on $name", (engine) => {
  let memory: TestMemory;
  beforeAll(async () => {
    memory = await openTestMemory(engine);
  });
  afterAll(() => memory.close());
  const { edit } = surgery(() => memory);
  const rev = human("rev");
  const bot: Principal = { ...agent("bot"), teams: ["red"] };
  let n = 0;

  const remember = async (who: Principal, text: string, given: object = {}) =>
    (await memory.call(who, "remember", { text, ...given })).memory_id;
  const build = async (given: object = {}, who = bot) =>
    (
      await memory.call(who, "buildAcb", {
        ...{ session_id: "s", channel: "private", ...given },
      } as never)
    ).acb;
  const replay = (acb_id: string, who = rev, see_withheld = false) =>
    memory.call(who, "replayAcb", { acb_id, see_withheld });
  /** A project of its own with a private note of the reader's, one for its team and one for all. */
  async function project() {
    const project_id = `apollo-${++n}`;
    const open = await remember(human("ann"), `Open otter ${n}`, { project_id });
    const own = await remember(bot, `Private otter ${n}`, { project_id, visibility: "private" });
    const team = await remember({ ...human("tim"), teams: ["red"] }, `Team otter ${n}`, {
      project_id,
      visibility: "team",
      audience: ["team:red"],
    });
    return { open, own, team, acb: await build({ project_id, query: "otter" }), project_id };
  }

  it("gives a reviewer the same, verified to the letter, without what the reviewer may not read", async () => {
    const { open, acb } = await project();
    expect(acb.prompt).toMatch(/Open otter[\s\S]*Private otter|Private otter[\s\S]*Open otter/);
    const again = await replay(acb.acb_id);
    expect(again).toMatchObject({ identical: true, verified: true, causes: [] });
    expect(again.items.every(({ verified }) => verified)).toBe(true);
    expect(again.items.map(({ memory_id, withheld }) => [memory_id, withheld]).toSorted()).toEqual(
      [
        [open, null],
        [null, "not_visible"],
        [null, "not_visible"],
      ].toSorted(),
    );
    expect(JSON.stringify(again)).not.toMatch(/Private otter|Team otter/);
    expect(again.acb.prompt).toContain("Open otter");
    const through = await replay(acb.acb_id, rev, true);
    expect(JSON.stringify(through)).not.toMatch(/Private otter|Team otter/);
    expect((await replay(acb.acb_id, bot)).acb.prompt).toBe(acb.prompt);
  });

  it("is still the same for a principal that has left the team, without the team's words", async () => {
    const { team, acb } = await project();
    const again = await replay(acb.acb_id, { ...bot, teams: [] });
    expect(again).toMatchObject({ identical: true, verified: true });
    expect(again.items.find(({ memory_id }) => memory_id === team)).toMatchObject({
      withheld: "not_visible",
      verified: true,
    });
    expect(again.acb.prompt).not.toContain("Team otter");
  });

  it("names each edit since then, and verifies what it withholds", async () => {
    const { open, own, acb } = await project();
    const amended = await edit(rev, open, { op: "amend", patch: { text: "Another otter" } });
    const retracted = await edit(rev, open, { op: "retract" });
    await edit(rev, open, { op: "attenuate", patch: { importance: 0.3 } });
    const plain = await replay(acb.acb_id, bot);
    expect(plain).toMatchObject({ identical: false, verified: true });
    expect(plain.causes).toEqual([
      { memory_id: open, cause: "edit", reason: "retracted", edit_id: amended.edit_id, op: "amend" },
      { memory_id: open, cause: "edit", reason: "retracted", edit_id: retracted.edit_id, op: "retract" },
    ]);
    expect(plain.items.find(({ memory_id }) => memory_id === open)).toMatchObject({
      verified: true,
      withheld: "retracted",
    });
    expect(JSON.stringify(plain)).not.toContain("Open otter");
    expect(plain.acb.prompt).toContain("Private otter");
    expect(JSON.stringify(await replay(acb.acb_id))).not.toContain("Open otter");
    const through = await replay(acb.acb_id, rev, true);
    expect(through.acb.prompt).toContain("Open otter");
    expect(through.causes).toEqual(plain.causes);

    const { edit_id } = await edit(bot, own, { op: "retract" });
    const other = await replay(acb.acb_id);
    expect(other.causes).toContainEqual({
      ...{ memory_id: null, cause: "edit", reason: "retracted", edit_id: null, op: "retract" },
    });
    expect(JSON.stringify(other)).not.toContain(edit_id);
  });

  it("stays identical whatever is written later, and when an edit is undone", async () => {
    const { open, acb, project_id } = await project();
    await remember(human("ann"), "A later otter, an otter of otters", { project_id });
    await edit(rev, open, { op: "retract" });
    await edit(rev, open, { op: "restore" });
    expect(await replay(acb.acb_id)).toMatchObject({ identical: true, verified: true, causes: [] });
  });

  it("names expiry, a policy that has become narrower, and a memory that was erased", async () => {
    const { open, own, team, acb } = await project();
    const set = (change: string, id: string) =>
      memory.database.ownerQuery(`update palimpsest.memory set ${change} where id = $1`, [id]);
    await set("expires_at = clock_timestamp()", open);
    await set("boundary_class = 'secret'", team);
    // As the deletion of a tenant erases it, with all that hangs on it.
    await memory.database.ownerQuery(
      `with erasing as (select set_config('palimpsest.deletes_tenant', 'on', true))
       delete from palimpsest.memory m using erasing where m.tenant_id = $1 and m.id = $2`,
      [bot.tenantId, own],
    );
    const again = await replay(acb.acb_id, bot);
    expect(again).toMatchObject({ identical: false, verified: false });
    expect(new Set(again.causes.map(({ memory_id, cause }) => `${cause} ${memory_id}`))).toEqual(
      new Set([`expiry ${open}`, `policy ${team}`, `erasure ${own}`]),
    );
    expect(again.items.find(({ memory_id }) => memory_id === own)).toMatchObject({
      verified: false,
      withheld: "erased",
    });
    expect(again.acb.prompt).not.toMatch(/otter/);
  });

  it("rebuilds a context of the past as it was built, also after further edits", async () => {
    const { open, acb, project_id } = await project();
    const at = new Date().toISOString();
    const later = await remember(human("ann"), "A newer otter", { project_id });
    await edit(rev, open, { op: "amend", patch: { text: "A reworded otter" } });
    const past = await build({ project_id, query: "otter", as_of: at });
    expect(past.prompt).not.toMatch(/Open otter|A reworded otter|newer otter/);
    expect(past.withheld).toEqual([{ memory_id: open, reason: "amended" }]);
    await edit(rev, open, { op: "restore" });
    await edit(rev, later, { op: "retract" });
    for (const { acb_id } of [acb, past]) {
      expect(await replay(acb_id)).toMatchObject({ identical: true, verified: true, causes: [] });
    }
    expect((await replay(past.acb_id, bot)).acb.prompt).toBe(past.prompt);
  });

  it("shows an agent that reviews neither the question nor ids that it may not know of", async () => {
    const { own, team, acb } = await project();
    const clerk = { ...agent("clerk"), role: "reviewer", permissions: new Set(rolePermissions.reviewer) };
    const again = await replay(acb.acb_id, clerk as Principal);
    expect(again.acb.provenance.query_terms).toEqual([]);
    for (const id of [own, team]) expect(JSON.stringify(again)).not.toContain(id);
  });

  it("tells a reviewer what would differ today for the principal that it was built for", async () => {
    const { open, acb, project_id } = await project();
    const own = await remember(bot, "A new private otter", { project_id, visibility: "private" });
    expect(await memory.call(rev, "diffAcb", { acb_id: acb.acb_id })).toMatchObject({
      summary: "of what you may see, nothing entered, left or changed",
    });
    expect((await memory.call(bot, "diffAcb", { acb_id: acb.acb_id })).entered).toMatchObject([
      { memory_id: own, why: "new since then" },
    ]);
    await edit(rev, open, { op: "retract" });
    expect((await memory.call(rev, "diffAcb", { acb_id: acb.acb_id })).left).toMatchObject([
      { memory_id: open, why: "retracted" },
    ]);
  });
});
