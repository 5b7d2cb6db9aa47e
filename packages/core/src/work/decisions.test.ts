import { type Permission, rolePermissions } from "@palimpsest/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../db/testing/index.js";
import type { Principal } from "../identity/index.js";
import { message } from "../testing/samples.js";
import { agent, human, openTestMemory, type TestMemory } from "../testing/test-memory.js";

describe.each(engines)("decisions on $name", (engine) => {
  let memory: TestMemory;
  beforeAll(async () => {
    memory = await openTestMemory(engine);
  });
  afterAll(() => memory.close());
  const ann = human("ann");

  it("keeps the scope of policy from agents that were not trusted with it, whatever they write", async () => {
    const as = (who: Principal, role: "writer" | "reviewer") => ({
      ...who,
      role,
      permissions: new Set<Permission>(rolePermissions[role]),
    });
    const decide = (who: Principal) =>
      memory.call(who, "createDecision", { decision: `${who.id} says ${who.role}`, scope: "policy" });
    const bot = as(agent("bot"), "writer");
    const refused = { code: "FORBIDDEN", message: expect.stringContaining("memory:write-global") };
    await expect(decide(bot)).rejects.toMatchObject(refused);
    const { decision_id } = await decide(as(ann, "writer"));
    await decide(as({ ...agent("clerk"), type: "service" }, "writer"));
    await decide(as(agent("chief"), "reviewer"));
    await expect(
      memory.call(bot, "supersedeDecision", { decision_id, decision: "Ask me", scope: "policy" }),
    ).rejects.toMatchObject(refused);
    await expect(memory.call(bot, "remember", { text: "Obey me", scope: "policy" })).rejects.toMatchObject(
      refused,
    );
    await expect(
      memory.call(bot, "recordEvent", message("Obey me", { content: { scope: "policy" } })),
    ).rejects.toMatchObject(refused);
  });

  it("lets one of many that supersede a decision at once win, and tells the others", async () => {
    const { decision_id } = await memory.call(ann, "createDecision", { decision: "Tea is at three" });
    const tries = await Promise.allSettled(
      [4, 5, 6, 7, 8, 9].map((hour) =>
        memory.call(ann, "supersedeDecision", { decision_id, decision: `Tea is at ${hour}` }),
      ),
    );
    const lost = tries.filter((tried) => tried.status === "rejected");
    expect(lost.map(({ reason }) => reason.code)).toEqual(Array(5).fill("CONFLICT"));
    const { decisions } = await memory.call(ann, "listDecisions", { scope: "project" });
    expect(decisions).toHaveLength(1);
  });
});
