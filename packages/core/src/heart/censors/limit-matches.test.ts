import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../../db/testing/index.js";
import { agent, openTestMemory, type TestMemory } from "../../testing/test-memory.js";
import { censorCalls } from "../testing/censor-calls.js";
import { mostOfWriter } from "./limit-matches.js";

const [bot, noisy] = [agent("bot"), agent("noisy")];

describe.each(engines)("matches of one writer on $name", (engine) => {
  let memory: TestMemory;
  beforeAll(async () => {
    memory = await openTestMemory(engine);
  });
  afterAll(() => memory.close());
  const { add, check, events, get, latest } = censorCalls(() => memory);

  it("count up to a limit, unless it is the caller or a person", async () => {
    const noise = [];
    for (let n = 0; n < mostOfWriter + 3; n++) noise.push(await add("deploy", {}, noisy));
    const person = await add("deploy now");
    const cursor = await latest();
    const found = await check("We deploy now.");
    expect(found.left_out).toContain("Left out and not counted: 3 of agent:noisy.");
    expect(found.matches).toHaveLength(mostOfWriter + 1);
    expect(found.matches.map(({ id }) => id)).toContain(person.id);
    expect(await events(cursor)).toHaveLength(mostOfWriter + 1);
    const counts = await Promise.all(noise.map(async ({ id }) => (await get(id)).activation_count));
    expect(counts.toSorted()).toEqual([...Array(3).fill(0), ...Array(mostOfWriter).fill(1)]);
    expect((await get(person.id)).activation_count).toBe(1);
    const own = await check("We deploy now.", {}, noisy);
    expect(own.matches).toHaveLength(mostOfWriter + 4);
    expect(own.left_out).toBeUndefined();
    expect((await check("We wait.", {}, bot)).left_out).toBeUndefined();
  });
});
