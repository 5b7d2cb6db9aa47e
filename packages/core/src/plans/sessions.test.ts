import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../db/testing/index.js";
import { message } from "../testing/samples.js";
import { admin, agent, human, openTestMemory, type TestMemory, tenantB } from "../testing/test-memory.js";

const [ann, bot, carl] = [human("ann"), agent("bot"), human("carl")];

describe.each(engines)("sessions on $name", (engine) => {
  let memory: TestMemory;
  beforeAll(async () => {
    memory = await openTestMemory(engine);
  });
  afterAll(() => memory.close());

  const create = (session_id: string, more: object = {}, who = ann) =>
    memory.call(who, "createSession", { session_id, ...more });
  const names = async (who = ann, input: object = {}) =>
    (await memory.call(who, "listSessions", input)).sessions.map(({ session_id }) => session_id);
  const missing = { code: "NOT_FOUND", message: "No such session, or it is not yours to see." };

  it("belong to their user alone, also against admins; two users may use one name", async () => {
    const made = await create("s/1", { name: "The launch", agent_id: "any agent", metadata: { a: 1 } });
    expect(made).toMatchObject({
      ...{ session_id: "s/1", user_id: "ann", name: "The launch", agent_id: "any agent", metadata: { a: 1 } },
    });
    expect(made.last_interaction >= made.created_at).toBe(true);
    expect(await memory.call(ann, "getSession", { session_id: "s/1" })).toEqual(made);
    await expect(create("s/1")).rejects.toMatchObject({ code: "CONFLICT" });
    for (const who of [bot, admin(), human("ann", tenantB)]) {
      const named = { session_id: "s/1" };
      await expect(memory.call(who, "getSession", named)).rejects.toMatchObject(missing);
      await expect(memory.call(who, "updateSession", named)).rejects.toMatchObject(missing);
      await expect(memory.call(who, "deleteSession", named)).rejects.toMatchObject(missing);
      expect(await create("s/1", {}, who)).toMatchObject({ name: null, agent_id: null, metadata: {} });
    }
    expect(await memory.call(ann, "getSession", { session_id: "s/1" })).toEqual(made);
  });

  it("come with the one used last first: by an event, a note or a change", async () => {
    for (const id of ["a", "b", "c"]) await create(id, { agent_id: id === "b" ? "other" : "same" }, carl);
    const order = async () => (await names(carl)).filter((id) => id.length === 1);
    expect(await order()).toEqual(["c", "b", "a"]);
    await memory.call(carl, "recordEvent", message("We begin.", { session_id: "a" }));
    expect(await order()).toEqual(["a", "c", "b"]);
    const batch = ["b", "c", "b"].map((session_id) => message("We go on.", { session_id }));
    await memory.call(carl, "recordEvents", { events: batch });
    expect((await order())[2]).toBe("a");
    await memory.call(carl, "recordEvent", message("And on.", { session_id: "a" }));
    await memory.call(carl, "remember", { text: "Tea at four.", session_id: "b" });
    expect(await order()).toEqual(["b", "a", "c"]);
    await memory.call(carl, "recordEvent", {
      ...message("", { session_id: "a" }),
      kind: "tool_call",
      content: { tool: "clock" },
    });
    expect(await order()).toEqual(["a", "b", "c"]);
    await memory.call(carl, "updateSession", { session_id: "c" });
    expect(await order()).toEqual(["c", "a", "b"]);
    // What somebody else records under the same name uses their own session.
    await memory.call(ann, "recordEvent", message("I am here too.", { session_id: "a" }));
    expect(await order()).toEqual(["c", "a", "b"]);
    expect(await names(carl, { agent_id: "same", limit: 1 })).toEqual(["c"]);
    expect(await memory.call(carl, "listSessions", { agent_id: "same" })).toMatchObject({ total_count: 2 });
  });

  it("are paged", async () => {
    const who = human("pager");
    for (const id of ["1", "2", "3"]) await create(id, {}, who);
    const first = await memory.call(who, "listSessions", { limit: 2 });
    expect(first).toMatchObject({ sessions: [{ session_id: "3" }, { session_id: "2" }], total_count: 3 });
    expect(await names(who, { limit: 2, cursor: first.next_cursor })).toEqual(["1"]);
  });

  it("name only the agent that creates them, if an agent does", async () => {
    await expect(memory.call(agent("bot"), "listSessions", { agent_id: "cog" })).rejects.toMatchObject({
      code: "FORBIDDEN",
    });
    await expect(create("mine", { agent_id: "another" }, bot)).rejects.toMatchObject({ code: "FORBIDDEN" });
    expect(await create("mine", { agent_id: "bot" }, bot)).toMatchObject({ agent_id: "bot" });
    const renamed = memory.call(bot, "updateSession", { session_id: "mine", agent_id: "another" });
    await expect(renamed).rejects.toMatchObject({ code: "FORBIDDEN" });
  });

  it("change only in what is named, and leave what was recorded when they are deleted", async () => {
    await create("kept", { name: "before", metadata: { a: 1 } });
    const { memory_id } = await memory.call(ann, "remember", { text: "It stays.", session_id: "kept" });
    expect(await memory.call(ann, "updateSession", { session_id: "kept", metadata: { b: 2 } })).toMatchObject(
      {
        name: "before",
        metadata: { b: 2 },
      },
    );
    const remove = () => memory.call(ann, "deleteSession", { session_id: "kept" });
    expect(await remove()).toEqual({ session_id: "kept", deleted: true });
    await expect(remove()).rejects.toMatchObject(missing);
    const { memories } = await memory.call(ann, "listMemories", { session_id: "kept" });
    expect(memories).toMatchObject([{ memory_id }]);
  });
});
