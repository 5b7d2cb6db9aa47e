import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../db/testing/index.js";
import { defaultPolicy } from "../policy/index.js";
import { message } from "../testing/samples.js";
import { agent, human, openTestMemory, type TestMemory, tenantB } from "../testing/test-memory.js";

describe.each(engines)("the audit log on $name", (engine) => {
  let memory: TestMemory;
  beforeAll(async () => {
    memory = await openTestMemory(engine);
  });
  afterAll(() => memory.close());
  const list = (input: object, who = human("rev")) => memory.call(who, "listAudit", input);

  it("lists writes, reads and refusals with caller and ids, and never any text", async () => {
    const bot = agent("bot");
    const { chunk_id } = await memory.call(bot, "recordEvent", message("the audited words"));
    await memory.call(bot, "getChunks", { chunk_ids: [chunk_id!], channel: "private" });
    await expect(memory.call(bot, "approveEdit", { edit_id: "edt_1" })).rejects.toThrow();
    const { entries } = await list({ actor_id: "bot" });
    expect(entries.map((e) => [e.operation, e.decision, e.code])).toEqual([
      ["approveEdit", "denied", "FORBIDDEN"],
      ["getChunks", "allowed", null],
      ["recordEvent", "allowed", null],
    ]);
    expect(entries[1]!.ids).toEqual([chunk_id]);
    expect(entries.map((e) => [e.on_behalf_of, e.policy_version])).toEqual([
      [null, defaultPolicy.version],
      [null, defaultPolicy.version],
      [null, defaultPolicy.version],
    ]);
    expect(JSON.stringify(entries)).not.toContain("audited words");
    expect((await list({ target_id: chunk_id! })).entries.map((e) => e.operation)).toEqual([
      "getChunks",
      "recordEvent",
    ]);
    expect((await list({ operation: "recordEvent" })).entries).toHaveLength(1);
    expect((await list({ request_id: entries[0]!.request_id })).entries).toHaveLength(1);
    const page = await list({ actor_id: "bot", limit: 1 });
    const rest = await list({ actor_id: "bot", cursor: page.next_cursor });
    expect(rest.entries).toEqual(entries.slice(1));
    expect((await list({}, human("eve", tenantB))).entries).toEqual([]);
    await expect(list({ cursor: "aud_missing" })).rejects.toMatchObject({ code: "INVALID_CURSOR" });
  });
});
