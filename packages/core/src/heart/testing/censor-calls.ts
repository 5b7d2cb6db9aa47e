import { agent, human, type TestMemory } from "../../testing/test-memory.js";

const [ann, bot] = [human("ann"), agent("bot")];

/** Calls about censors, as the person ann or the agent bot unless said otherwise. */
export function censorCalls(memory: () => TestMemory) {
  const check = (text: string, more: object = {}, who = bot) =>
    memory().call(who, "checkCensors", { text, ...more });
  return {
    check,
    add: (trigger_pattern: string, more: object = {}, who = ann) =>
      memory().call(who, "addCensor", {
        ...{ trigger_pattern, reason: `Because of ${trigger_pattern}`, visibility: "tenant", ...more },
      }),
    get: (censor_id: string, who = ann) => memory().call(who, "getCensor", { censor_id }),
    matched: async (text: string, more: object = {}, who = bot) =>
      (await check(text, more, who)).matches.map(({ trigger_pattern }) => trigger_pattern),
    events: async (cursor: string, who = ann) =>
      (await memory().call(who, "listDomainEvents", { cursor, limit: 500 })).events.filter(
        ({ kind }) => kind === "censor",
      ),
    latest: async (who = ann) =>
      (await memory().call(who, "listDomainEvents", { start: "latest" })).next_cursor,
  };
}
