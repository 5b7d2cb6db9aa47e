import { rolePermissions } from "@palimpsest/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../../db/testing/index.js";
import type { Principal } from "../../identity/index.js";
import { wholePolicy } from "../../policy/testing/whole-policy.js";
import { admin, agent, human, openTestMemory, type TestMemory } from "../../testing/test-memory.js";
import { surgery } from "../testing/surgery.js";

describe.each(engines)("restoring what somebody else's edit took, on $name", (engine) => {
  let memory: TestMemory;
  beforeAll(async () => {
    memory = await openTestMemory(engine);
  });
  afterAll(() => memory.close());
  const { edit, get } = surgery(() => memory);
  const writer = (id: string): Principal => ({
    ...human(id),
    role: "writer",
    permissions: new Set(rolePermissions.writer),
  });
  const [ann, wendy, will, bot] = [human("ann"), writer("wendy"), writer("will"), agent("bot")];
  const note = async (who: Principal, text: string, given: object = {}) =>
    (await memory.call(who, "remember", { text, ...given } as never)).memory_id;
  const restore = async (who: Principal, id: string, patch: object = {}) =>
    (await edit(who, id, { op: "restore", patch })).status;

  it("waits for an agent whose private memories a reviewer rolled back", async () => {
    const id = await note(bot, "Cranes rest in my drawer", { visibility: "private" });
    await memory.call(ann, "bulkEdit", { writer: "agent:bot", op: "retract", reason: "poisoned" });
    expect(await restore(bot, id)).toBe("pending");
    expect(await restore(bot, id, { op: "retract" })).toBe("pending");
    expect(
      await memory.call(bot, "bulkEdit", { target_ids: [id], op: "restore", reason: "mine" }),
    ).toMatchObject({ status: "pending" });
    expect(await get(id, {}, bot)).toBeUndefined();
  });

  it("applies at once where the agent undoes its own edit, and leaves the other one", async () => {
    const cog = agent("cog");
    const id = await note(cog, "Cranes rest in the hall", { visibility: "private" });
    await edit(cog, id, { op: "retract" });
    expect(await restore(cog, id)).toBe("approved");
    const own = (await edit(cog, id, { op: "quarantine" })).edit_id;
    await memory.call(ann, "bulkEdit", { writer: "agent:cog", op: "retract", reason: "poisoned" });
    expect(await restore(cog, id, { edit_id: own })).toBe("approved");
    expect(await get(id, {}, cog)).toBeUndefined();
  });

  it("waits for a person without the right to approve only if a reviewer decided", async () => {
    const id = await note(wendy, "Wendy keeps the cranes");
    await edit(ann, id, { op: "quarantine" });
    expect(await restore(wendy, id)).toBe("pending");
    expect(await restore(ann, id)).toBe("approved");

    const machine = await note(bot, "The cranes were counted twice");
    await edit(will, machine, { op: "quarantine" });
    expect(await restore(wendy, machine)).toBe("approved");
    const proposed = await edit(bot, machine, { op: "quarantine" });
    await memory.call(ann, "approveEdit", { edit_id: proposed.edit_id });
    expect(await restore(wendy, machine)).toBe("pending");
  });

  it("waits under a policy that says nothing of undoing, and the policy's answer says so", async () => {
    const dot = agent("dot");
    const id = await note(dot, "A crane stands at the gate");
    await memory.call(ann, "bulkEdit", { writer: "agent:dot", op: "quarantine", reason: "doubt" });
    const yaml = wholePolicy("version: 0.1\napproval:\n  edits:\n    - { own: true, then: apply }\n");
    const said = expect.stringContaining("No rule of this policy names undoes");
    expect((await memory.call(admin(), "applyPolicy", { yaml })).warnings).toContainEqual(said);
    expect((await memory.call(ann, "getPolicy", {})).data.notes).toEqual([said]);
    expect(await restore(dot, id)).toBe("pending");
    expect((await edit(dot, id, { op: "retract" })).status).toBe("approved");
    const off = wholePolicy("version: 0.2\napproval:\n  edits: [{ then: apply }]\n");
    expect((await memory.call(admin(), "applyPolicy", { yaml: off })).warnings).toBeUndefined();
    expect(await restore(dot, id)).toBe("approved");
  });

  it("is what a policy says it is", async () => {
    const id = await note(bot, "A crane may come back", { visibility: "private" });
    await memory.call(ann, "bulkEdit", { writer: "agent:bot", op: "quarantine", reason: "doubt" });
    const rules = (version: number, ...lines: string[]) =>
      memory.call(admin(), "applyPolicy", {
        yaml: wholePolicy(
          `version: ${version}\napproval:\n  edits:\n${lines.map((l) => `    - { ${l} }\n`).join("")}`,
        ),
      });
    await rules(1, "undoes: reviewer, then: deny", "own: true, then: apply");
    await expect(restore(bot, id)).rejects.toMatchObject({
      code: "FORBIDDEN",
      message: expect.stringContaining("undoes reviewer"),
    });
    await rules(2, "undoes: [own, reviewer], then: apply");
    expect(await restore(bot, id)).toBe("approved");
    await expect(rules(3, "undoes: nobody, then: apply")).rejects.toMatchObject({ code: "INVALID_POLICY" });
  });
});
