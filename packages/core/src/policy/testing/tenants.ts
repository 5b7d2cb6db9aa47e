import { admin, agent, human, type TestMemory } from "../../testing/test-memory.js";
import { wholePolicy } from "./whole-policy.js";

let made = 0;

/** A tenant of a test's own, under the default until the test applies something. */
export function newTenant(memory: TestMemory) {
  const id = `00000000-0000-0000-0000-1${String(++made).padStart(11, "0")}`;
  const [boss, ann, bot] = [admin(id), human("ann", id), agent("bot", id)];
  let version = 0;
  /** Applies the text as it stands. */
  const applyText = async (yaml: string, more: object = {}, who = boss) =>
    (await memory.call(who, "applyPolicy", { yaml, ...more })).data;
  return {
    ...{ id, boss, ann, bot, applyText },
    get: async (who = boss) => (await memory.call(who, "getPolicy", {})).data,
    /** Applies the text with the sections that every policy must have. */
    apply: (yaml: string, more: object = {}, who = boss) => applyText(wholePolicy(yaml), more, who),
    /** Applies these sections under the next version. */
    set: (sections: string) =>
      memory.call(boss, "applyPolicy", { yaml: wholePolicy(`version: ${++version}\n${sections}`) }),
  };
}

export type TestTenant = ReturnType<typeof newTenant>;
