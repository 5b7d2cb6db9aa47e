import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../db/testing/index.js";
import { human, openTestMemory, type TestMemory } from "../testing/test-memory.js";

describe.each(engines)("tasks on $name", (engine) => {
  let memory: TestMemory;
  beforeAll(async () => {
    memory = await openTestMemory(engine);
  });
  afterAll(() => memory.close());
  const ann = human("ann");

  it("says when a task changed by the database's clock, as its history does", async () => {
    const { memory_id: task_id } = await memory.call(ann, "createTask", { title: "Mend the gate" });
    const { changed_at } = await memory.call(ann, "setTaskStatus", { memory_id: task_id, status: "done" });
    const [last] = await memory.database.ownerQuery<{ at: Date }>(
      `select at from palimpsest.memory_state where memory_id = $1 order by seq desc limit 1`,
      [task_id],
    );
    expect(new Date(changed_at)).toEqual(last!.at);
  });
});
