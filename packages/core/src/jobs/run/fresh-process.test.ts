import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../../db/testing/index.js";
import { agent, openTestMemory, type TestMemory, tenantA, tenantB } from "../../testing/test-memory.js";
import { enqueueJob } from "../job.sql.js";

const script = fileURLToPath(new URL("../testing/worker-child.mjs", import.meta.url));

describe.each(engines)("a worker in a process of its own on $name", (engine) => {
  let memory: TestMemory;
  beforeAll(async () => {
    memory = await openTestMemory(engine);
  });
  afterAll(() => memory.close());

  it("writes for the principals of every tenant, though none of them ever came by", async () => {
    const writers = [tenantA, tenantB].map((tenant) => agent("bot", tenant));
    const waiting = new Set<string>();
    for (const who of writers) {
      await memory.call(who, "remember", { text: "said before" });
      const input = { text: `The otter of ${who.tenantId}` };
      const job = { kind: "test_operation", payload: { operation: "remember", input } };
      waiting.add(await memory.services.db.transaction(who, (tx) => enqueueJob(tx, who, job)));
    }
    const child = spawn(process.execPath, [script, JSON.stringify(memory.database.options)], {
      stdio: ["pipe", "pipe", "inherit"],
    });
    for await (const line of createInterface({ input: child.stdout })) {
      const { id, end } = JSON.parse(line) as { id: string; end: string };
      expect(end).toBe("done");
      waiting.delete(id);
      if (waiting.size === 0) break;
    }
    child.stdin.end();
    await once(child, "exit");
    for (const who of writers) {
      const { memories } = await memory.call(who, "recall", { query: "otter" });
      expect(memories.map(({ text, writer }) => [text, writer])).toEqual([
        [`The otter of ${who.tenantId}`, "agent:bot"],
      ]);
      // The digest was made with the tenant's own key: the same words are the same memory.
      const again = await memory.call(who, "remember", { text: `the OTTER of ${who.tenantId}` });
      expect(again.status).toBe("exists");
    }
  });
});
