import type { Principal } from "../../../identity/index.js";
import { type Draft, insertMemory, prepareMemory } from "../../../substrate/index.js";
import type { TestMemory } from "../../../testing/test-memory.js";

/** Many memories at once, as a write path would make them, in one transaction. */
export async function seedMemories(
  memory: TestMemory,
  who: Principal,
  count: number,
  given: (n: number) => Partial<Draft>,
): Promise<string[]> {
  await memory.call(who, "listEdits", {});
  const drafts = Array.from({ length: count }, (_, n): Draft => {
    const text = `memory ${n} of ${count}: the quick brown fox jumps over the lazy dog and thinks about supper`;
    return { kind: "chunk", text, origin: "agent", source: "agent:seed", channel: "private", ...given(n) };
  });
  const prepared = await Promise.all(drafts.map((draft) => prepareMemory(memory.services, who, draft)));
  await memory.services.db.transaction(who, async (tx) => {
    for (const one of prepared) await insertMemory(tx, who, one);
  });
  return prepared.map(({ id }) => id);
}
