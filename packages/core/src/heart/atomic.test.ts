import type { OperationName } from "@palimpsest/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../db/testing/index.js";
import { dispatch } from "../dispatch.js";
import { fingerprintOf } from "../security-tests/testing/catalogue/row-counts.js";
import { BrokenOff, breakingDatabase } from "../testing/databases/breaking-database.js";
import { human, openTestMemory, type TestMemory } from "../testing/test-memory.js";

const ann = human("ann");

describe.each(engines)("operations of several steps on $name", (engine) => {
  let memory: TestMemory;
  beforeAll(async () => {
    memory = await openTestMemory(engine);
  });
  afterAll(() => memory.close());

  const call = (operation: OperationName, input: object) =>
    memory.call(ann, operation, input as never) as Promise<{ id: string }>;
  const learn = async (content: string) => (await call("learnFact", { content, category: "c" })).id;
  const start = async () => (await call("startEpisode", { summary: "A voyage" })).id;
  const store = async () => (await call("storeProcedure", { name: "Reef early" })).id;
  const add = async (trigger_pattern: string) =>
    (await call("addCensor", { trigger_pattern, reason: "It went wrong." })).id;

  /** What is there before, and the call that changes it. */
  const cases: [OperationName, () => Promise<object>][] = [
    ["learnFact", async () => ({ content: "The tide turns at noon", source_episode_id: await start() })],
    ["supersedeFact", async () => ({ fact_id: await learn("Low tide is at nine"), content: "It is at ten" })],
    ["contradictFact", async () => ({ fact_id: await learn("The cove is deep"), content: "It is shallow" })],
    ["confirmFact", async () => ({ fact_id: await learn("Gulls eat crabs") })],
    ["deactivateFact", async () => ({ fact_id: await learn("Crabs eat gulls") })],
    ["startEpisode", async () => ({ summary: "A storm", tags: ["sea"] })],
    [
      "endEpisode",
      async () => ({ episode_id: await start(), outcome: "success", lessons_learned: ["Reef sooner"] }),
    ],
    [
      "linkEpisodeProcedure",
      async () => ({ episode_id: await start(), procedure_id: await store(), effectiveness: "helped" }),
    ],
    [
      "recordProcedureOutcome",
      async () => {
        const procedure_id = await store();
        await call("activateProcedure", { procedure_id });
        return { procedure_id, outcome: "success" };
      },
    ],
    ["retireProcedure", async () => ({ procedure_id: await store() })],
    ["addCensor", async () => ({ trigger_pattern: "sail alone", reason: "Somebody drowned." })],
    [
      "checkCensors",
      async () => {
        await add("fish at night");
        for (let n = 0; n < 2; n++) await call("checkCensors", { text: "May I fish at night?" });
        return { text: "May I fish at night?" };
      },
    ],
    ["escalateCensor", async () => ({ censor_id: await add("feed the sharks") })],
    [
      "loadWorkingItem",
      async () => {
        await call("openWorkingMemory", { session_id: "bridge" });
        for (let n = 0; n < 20; n++) {
          const item = { type: "fact", ref_id: await learn(`Buoy ${n} is red`), relevance: n / 20 };
          await call("loadWorkingItem", { session_id: "bridge", ...item });
        }
        return { session_id: "bridge", type: "fact", ref_id: await learn("Buoy 20 is green"), relevance: 1 };
      },
    ],
    ["clearWorkingMemory", async () => ({ session_id: "bridge" })],
    [
      "deletePlan",
      async () => {
        await call("createPlan", { plan_id: "voyage", goal_event: "arrived", correlation_ids: ["c-1"] });
        await call("setPlanState", { plan_id: "voyage", key: "leg", value: 1 });
        await call("storeTaskContext", {
          task_id: "t",
          plan_id: "voyage",
          event_type: "e",
          sub_tasks: ["s"],
        });
        return { plan_id: "voyage" };
      },
    ],
  ];

  it.each(cases)("%s leaves nothing half-done, wherever it breaks off", async (operation, prepare) => {
    const input = await prepare();
    const before = await fingerprintOf(memory.database);
    const breaking = breakingDatabase(memory.services.db);
    const broken = async (at: number) => {
      Object.assign(breaking, { at, count: 0 });
      const services = { ...memory.services, db: breaking.db };
      const credential = { kind: "principal", principal: ann } as const;
      const outcome = dispatch(services, { operation, input, credential, surface: "sdk" });
      await expect(outcome, `${operation} at ${at}`).rejects.toBeInstanceOf(BrokenOff);
      return breaking.count;
    };
    const steps = await broken(Number.POSITIVE_INFINITY);
    expect(steps).toBeGreaterThan(1);
    for (let at = 1; at <= steps; at++) await broken(at);
    expect(await fingerprintOf(memory.database)).toEqual(before);
    await call(operation, input);
    expect(await fingerprintOf(memory.database)).not.toEqual(before);
  });
});
