import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../../db/testing/index.js";
import { message } from "../../testing/samples.js";
import { human, openTestMemory, type TestMemory } from "../../testing/test-memory.js";

const secret = "ghp_0123456789abcdefghij0123456789abcdef";
const link = "https://ada:hunter22@example.org/x";

describe.each(engines)("secrets outside the text on $name", (engine) => {
  let memory: TestMemory;
  beforeAll(async () => {
    memory = await openTestMemory(engine);
  });
  afterAll(() => memory.close());
  const ann = human("ann");

  /** Everything that the database holds of a table, as one string. */
  const dump = async (table: string) =>
    JSON.stringify(await memory.database.ownerQuery(`select to_jsonb(t) as row from palimpsest.${table} t`));

  it("masks and counts them in tags, refs, the tool's name and the keys of an event", async () => {
    const { masked } = await memory.call(
      ann,
      "recordEvent",
      message("", {
        kind: "tool_result",
        actor_type: "tool",
        tags: [secret, "plain"],
        refs: [link],
        content: { excerpt_text: "It went well", tool: secret, deep: [{ [secret]: 1, [`${secret} `]: 2 }] },
      }),
    );
    expect(masked).toBe(5);
    const { memory_id: decision_id } = await memory.call(ann, "createDecision", {
      decision: "Keep the link",
      refs: [link, "plain"],
      tags: [secret],
    });
    await memory.call(ann, "createTask", { title: "Follow the link", refs: [link], tags: [secret] });
    expect(await memory.call(ann, "remember", { text: "All is well", tags: [secret] })).toMatchObject({
      masked: 1,
    });
    for (const table of ["record", "memory", "memory_original"]) {
      const stored = await dump(table);
      expect(stored, table).not.toContain(secret);
      expect(stored, table).not.toContain("hunter22");
    }
    const { decisions } = await memory.call(ann, "listDecisions", { channel: "private" });
    expect(decisions.find((each) => each.memory_id === decision_id)?.refs[1]).toBe("plain");
  });

  it("refuses names that are secrets, and says why", async () => {
    const refused = { code: "VALIDATION_ERROR", message: expect.stringContaining("names are stored") };
    for (const given of [
      { session_id: secret },
      { actor_id: secret },
      { content: { subject_id: secret } },
      { content: { project_id: secret } },
      { kind: "tool_call" as const, actor_id: secret, content: { text: undefined } },
    ]) {
      await expect(memory.call(ann, "recordEvent", message("Hello", given))).rejects.toMatchObject(refused);
    }
    for (const given of [
      { subject_id: secret },
      { project_id: secret },
      { session_id: secret },
      { visibility: "custom" as const, audience: [secret] },
    ]) {
      await expect(memory.call(ann, "remember", { text: "Hello", ...given })).rejects.toMatchObject(refused);
    }
    await expect(
      memory.call(ann, "buildAcb", { session_id: secret, intent: "Hello", channel: "private" }),
    ).rejects.toMatchObject(refused);
    expect(await dump("record")).not.toContain(secret);
  });
});
