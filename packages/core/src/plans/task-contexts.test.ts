import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../db/testing/index.js";
import { agent, openTestMemory, type TestMemory, tenantB } from "../testing/test-memory.js";

const [ada, ben] = [agent("ada"), agent("ben")];

describe.each(engines)("task contexts on $name", (engine) => {
  let memory: TestMemory;
  beforeAll(async () => {
    memory = await openTestMemory(engine);
  });
  afterAll(() => memory.close());

  const store = (task_id: string, more: object = {}) =>
    memory.call(ada, "storeTaskContext", { task_id, event_type: "draft.requested", ...more });
  const update = (task_id: string, change: object) =>
    memory.call(ben, "updateTaskContext", { task_id, ...change });
  const missing = { code: "NOT_FOUND", message: "No such task context, or it is not yours to see." };

  it("are replaced when stored again, and keep when they were first stored", async () => {
    const first = await store("again", { plan_id: "p", data: { a: 1 }, sub_tasks: ["b", "a", "b"] });
    expect(first).toMatchObject({
      ...{ plan_id: "p", response_event: null, response_topic: "action-results" },
      ...{ data: { a: 1 }, sub_tasks: ["b", "a"], state: {} },
    });
    expect(await memory.call(ben, "getTaskContext", { task_id: "again" })).toEqual(first);
    const second = await store("again", { response_topic: "other", state: { n: 1 } });
    expect(second).toMatchObject({ plan_id: null, data: {}, sub_tasks: [], response_topic: "other" });
    expect(second.created_at).toBe(first.created_at);
    expect(second.updated_at > first.updated_at).toBe(true);
  });

  it("are found by a sub-task; of several, the one changed last", async () => {
    await store("one", { sub_tasks: ["part/1"] });
    await store("two", { sub_tasks: ["part/1"] });
    const find = async (subtask_id = "part/1") =>
      (await memory.call(ben, "getTaskBySubtask", { subtask_id })).task_id;
    expect(await find()).toBe("two");
    await update("one", { merge_state: { seen: true } });
    expect(await find()).toBe("one");
    await update("one", { sub_tasks: ["other"] });
    expect(await find()).toBe("two");
    await expect(find("PART/1")).rejects.toMatchObject(missing);
    const theirs = memory.call(agent("ada", tenantB), "getTaskBySubtask", { subtask_id: "part/1" });
    await expect(theirs).rejects.toMatchObject(missing);
  });

  it("lose no sub-task and no field that others add at the same time", async () => {
    await store("busy", { sub_tasks: ["0"] });
    await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        update("busy", { add_sub_tasks: [`${n}`, "shared"], merge_state: { [`f${n}`]: n } }),
      ),
    );
    const { sub_tasks, state } = await memory.call(ada, "getTaskContext", { task_id: "busy" });
    expect(sub_tasks[0]).toBe("0");
    expect([...sub_tasks].sort()).toEqual([...Array.from({ length: 20 }, (_, n) => `${n}`), "shared"].sort());
    expect(Object.keys(state)).toHaveLength(20);
  });

  it("refuse changes that contradict one another, say nothing or grow too long", async () => {
    await store("strict", { sub_tasks: Array.from({ length: 1_000 }, (_, n) => `s${n}`) });
    const problem = async (change: object) =>
      (await update("strict", change).catch((error) => error)).message;
    expect(await problem({})).toBe("The input must change something");
    expect(await problem({ sub_tasks: [], add_sub_tasks: [] })).toMatch(/together with sub_tasks/);
    expect(await problem({ state: {}, merge_state: {} })).toMatch(/together with state/);
    expect(await problem({ add_sub_tasks: ["more"] })).toMatch(/more than 1000 sub-tasks/);
    expect(await problem({ plan_id: "p" })).toBe("plan_id is not a field here");
    await expect(update("unknown", { data: {} })).rejects.toMatchObject(missing);
  });

  it("are deleted once", async () => {
    await store("done", { sub_tasks: ["last"] });
    const remove = () => memory.call(ben, "deleteTaskContext", { task_id: "done" });
    expect(await remove()).toEqual({ task_id: "done", deleted: true });
    await expect(remove()).rejects.toMatchObject(missing);
    await expect(memory.call(ben, "getTaskBySubtask", { subtask_id: "last" })).rejects.toMatchObject(missing);
  });
});
