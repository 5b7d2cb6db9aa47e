import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { loadConfig } from "../../config/index.js";
import { type Connection, openConnection } from "../connection/index.js";
import { readyDataDir } from "../testing/palimpsest.js";
import { oldestFirst } from "./oldest-first.js";

const dataDir = await readyDataDir();
const connect = (tenant: string, agent?: string) =>
  openConnection(
    loadConfig({ PALIMPSEST_DATA_DIR: dataDir, PALIMPSEST_TENANT: tenant }),
    { agent, user: undefined },
    "cli",
  );

/** Keeps the engine running between the tests, each of which has a tenant of its own. */
let engine: Connection;
let person: Connection;
let agent: Connection;
beforeAll(async () => {
  engine = await connect(randomUUID());
});
afterAll(() => engine.close());
beforeEach(async () => {
  const tenant = randomUUID();
  person = await connect(tenant);
  agent = await connect(tenant, "bot");
});
afterEach(async () => {
  await agent.close();
  await person.close();
});

async function propose(count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 0; n < count; n++) {
    const { memory_id } = (await agent.call("remember", { text: `Fact ${n}.` })) as { memory_id: string };
    const edit = await agent.call("forget", { memory_id, reason: "old" });
    ids.push((edit as { edit_id: string }).edit_id);
  }
  return ids;
}

it.each([0, 3, 4, 7])("gives %i edits oldest first, with three on a page", async (count) => {
  const made = await propose(count);
  const { edits, total } = await oldestFirst(person, 3);
  expect(total).toBe(count);
  const seen: string[] = [];
  for await (const { edit_id } of edits) seen.push(edit_id);
  expect(seen).toEqual(made);
});

it("gives each edit once while some are decided and others arrive", async () => {
  const made = await propose(7);
  const { edits } = await oldestFirst(person, 3);
  const seen: string[] = [];
  for await (const { edit_id } of edits) {
    seen.push(edit_id);
    if (seen.length === 1) await person.call("rejectEdit", { edit_id: made[2]! });
    if (seen.length === 2) await propose(2);
  }
  expect(seen).toEqual(made.filter((id) => id !== made[2]));
});
