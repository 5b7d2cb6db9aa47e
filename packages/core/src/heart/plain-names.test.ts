import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../db/testing/index.js";
import { newTenant } from "../policy/testing/tenants.js";
import { openTestMemory, type TestMemory } from "../testing/test-memory.js";

const key = `ghp_${"aB3dE5gH7jK9mN1pQ2sT4vW6xY8zA0cD2eF4"}`;

describe.each(engines)("names that look like secrets on $name", (engine) => {
  let memory: TestMemory;
  beforeAll(async () => {
    memory = await openTestMemory(engine);
  });
  afterAll(() => memory.close());

  it("are refused where they identify something, so that two of them are never taken for one", async () => {
    const { ann } = newTenant(memory);
    const refusal = async (operation: string, input: object) => {
      const call = memory.call(ann, operation as "storeKnowledge", input as never);
      return (await call.catch((error: unknown) => error)) as unknown;
    };
    const refused = (path: string) => ({ code: "VALIDATION_ERROR", details: [{ path }] });
    const content = "Walruses sleep on ice";
    for (const name of ["external_id", "user_id"]) {
      for (const operation of ["storeKnowledge", "upsertKnowledge"]) {
        expect(await refusal(operation, { content, [name]: key, public: true })).toMatchObject(refused(name));
      }
    }
    for (const name of ["user_id", "agent_id"]) {
      const of = { agent_id: "bot", [name]: key, content };
      expect(await refusal("logInteraction", { ...of, role: "user" })).toMatchObject(refused(name));
      const skill = { ...of, procedure_type: "system_prompt" };
      expect(await refusal("storeSkill", skill)).toMatchObject(refused(name));
    }
    const claim = { text: content, provenance: { at: "2026-11-15T09:58:00Z" } };
    const [ice, other] = [
      { id: "ice", type: "Concept", name: "Ice" },
      { id: key, type: "Concept", name: "Ice" },
    ];
    const relation = { id: "r", src_id: "ice", dst_id: "ice", type: "is" };
    expect(await refusal("upsertClaim", { ...claim, entities: [ice, other] })).toMatchObject(
      refused("entities.1.id"),
    );
    for (const name of ["id", "src_id", "dst_id"]) {
      const relations = [{ ...relation, [name]: key }];
      expect(await refusal("upsertClaim", { ...claim, entities: [ice], relations })).toMatchObject(
        refused(`relations.0.${name}`),
      );
    }
    expect((await memory.call(ann, "listMemories", {})).memories).toEqual([]);
    await memory.call(ann, "storeKnowledge", {
      content,
      external_id: "e2a8f4d0-0b1c-4d2e-9f3a-5b6c7d8e9f00",
    });
  });
});
