import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../db/testing/index.js";
import type { Principal } from "../identity/index.js";
import { agent, human, openTestMemory, type TestMemory, tenantA, tenantB } from "../testing/test-memory.js";

describe.each(engines)("the other functions for psql on $name", (engine) => {
  let memory: TestMemory;
  const [ann, ben, bot] = [human(), human("ben"), agent()];
  beforeAll(async () => {
    memory = await openTestMemory(engine);
  });
  afterAll(() => memory.close());

  const remember = async (text: string, given: object = {}, who: Principal = ann) =>
    (await memory.call(who, "remember", { text, ...given } as never)).memory_id;
  const edit = (target_id: string, op: string, patch: object = {}, who: Principal = ann) =>
    memory.call(who, "applyEdit", { target_type: "memory", target_id, op, patch, reason: "a test" } as never);
  const sql = <R extends object>(text: string, values: unknown[] = [], who: Principal = ann) =>
    memory.services.db.transaction(who, (tx) => tx.query<R & { [column: string]: unknown }>(text, values));

  it("get_timeline lists neighbours nearest first, with signed seconds", async () => {
    const at = (minute: number) => ({ occurred_at: `2024-05-01T10:${String(minute).padStart(2, "0")}:00Z` });
    const [a, b, c, far] = [
      await remember("tick one", at(0)),
      await remember("tick two", at(1)),
      await remember("tick three", at(5)),
      await remember("tick far", { occurred_at: "2024-05-02T10:00:00Z" }),
    ];
    const around = async (seconds: number) =>
      (
        await sql<{ chunk_id: string; distance_seconds: number }>(
          `select * from palimpsest.get_timeline($1, $2, $3)`,
          [tenantA, b, seconds],
        )
      ).map((r) => [r.chunk_id, r.distance_seconds]);
    expect(await around(3_600)).toEqual([
      [b, 0],
      [a, -60],
      [c, 240],
    ]);
    expect(await around(60)).toEqual([
      [b, 0],
      [a, -60],
    ]);
    expect((await around(2_147_483_647)).map(([id]) => id)).toContain(far);
    expect(await around(-1)).toEqual([]);
    await edit(a!, "quarantine");
    expect(await around(60)).toEqual([[b, 0]]);
  });

  it("get_active_decisions orders by precedence and reads the attributes", async () => {
    const decide = async (decision: string, scope: string, given: object = {}) =>
      (
        await memory.call(ann, "createDecision", {
          decision,
          scope,
          project_id: "kite",
          rationale: ["it is light"],
          ...given,
        } as never)
      ).memory_id;
    const [project, policy, user] = [
      await decide("use string", "project"),
      await decide("fly low", "policy"),
      await decide("bring cake", "user"),
    ];
    const list = (scope?: string) =>
      sql<{ decision_id: string; decision: string; rationale: string[]; precedence: number }>(
        `select * from palimpsest.get_active_decisions($1, p_project_id => 'kite', p_scope => $2)`,
        [tenantA, scope],
      );
    expect((await list()).map((d) => [d.decision_id, d.precedence])).toEqual([
      [policy, 4],
      [project, 3],
      [user, 2],
    ]);
    expect(await list("user")).toMatchObject([{ decision: "bring cake", rationale: ["it is light"] }]);
    await edit(policy, "retract");
    await memory.call(ann, "supersedeDecision", {
      memory_id: project,
      decision: "use wire",
      scope: "project",
      project_id: "kite",
    });
    expect((await list()).map((d) => d.decision)).toEqual(["use wire", "bring cake"]);
  });

  it("get_available_capsules lists an agent's own capsules and nobody else's", async () => {
    const chunk = await remember("the harrier quarters the field");
    const about = {
      subject_type: "user",
      subject_id: "jack",
      scope: "user" as const,
      risks: ["may be stale"],
    };
    const { capsule_id } = await memory.call(ann, "createCapsule", {
      ...about,
      audience_agent_ids: ["bot"],
      items: { chunks: [chunk] },
    });
    const list = (who: Principal, of: string) =>
      sql<{ capsule_id: string }>(
        `select * from palimpsest.get_available_capsules($1, $2)`,
        [tenantA, of],
        who,
      );
    expect(await list(bot, "bot")).toMatchObject([
      { capsule_id, items: { chunks: [chunk] }, risks: ["may be stale"], author_agent_id: "ann" },
    ]);
    expect(await list(ben, "bot")).toEqual([]);
    expect(await list(agent("bot", tenantB), "bot")).toEqual([]);
    await memory.call(ann, "revokeCapsule", { capsule_id });
    expect(await list(bot, "bot")).toEqual([]);
  });

  it("cannot be used to write", async () => {
    for (const statement of [
      `update palimpsest.effective_chunks set text = 'x'`,
      `delete from palimpsest.effective_chunks`,
      `insert into palimpsest.effective_chunks (tenant_id) values ('x')`,
    ]) {
      await expect(sql(statement), statement).rejects.toMatchObject({ code: "42501" });
    }
  });
});
