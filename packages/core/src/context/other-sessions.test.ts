import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../db/testing/index.js";
import { message } from "../testing/samples.js";
import { human, openTestMemory, type TestMemory } from "../testing/test-memory.js";

describe.each(engines)("a context of one session among many on $name", (engine) => {
  let memory: TestMemory;
  const ann = human("ann");
  beforeAll(async () => {
    memory = await openTestMemory(engine);
    const own = message("The ferry leaves at nine.", { session_id: "harbour" });
    const others = Array.from({ length: 450 }, (_, n) =>
      message(`Ferry number ${n} leaves late.`, { session_id: `trip-${n % 9}` }),
    );
    expect(await memory.call(ann, "recordEvents", { events: [own, ...others] })).toMatchObject({
      recorded: 451,
    });
    await memory.call(ann, "remember", { text: "Every ferry needs a ticket." });
  });
  afterAll(() => memory.close());

  it.each(["When does the ferry leave?", undefined])(
    "shows its own turn and what belongs to no session, asked %j",
    async (query) => {
      const { acb } = await memory.call(ann, "buildAcb", {
        session_id: "harbour",
        channel: "private",
        max_tokens: 2_000,
        query,
      });
      const shown = acb.sections.flatMap(({ items }) => items.map(({ text }) => text)).join("\n");
      expect(shown).toContain("The ferry leaves at nine.");
      expect(shown).toContain("Every ferry needs a ticket.");
      expect(shown).not.toContain("Ferry number");
    },
  );
});
