import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../../db/testing/index.js";
import { authenticate, type Principal } from "../../identity/index.js";
import { admin, openTestMemory, type TestMemory } from "../../testing/test-memory.js";
import type { JobKind, PrincipalJob } from "../job.js";
import { enqueueJob } from "../job.sql.js";
import { operationJob } from "../testing/operation-job.js";
import { startWorker } from "./worker.js";

describe.each(engines)("a job of a principal that came by an API key on $name", (engine) => {
  let memory: TestMemory;
  let keyId: string;
  let who: Principal;
  beforeAll(async () => {
    memory = await openTestMemory(engine, { settings: { auth: "required" } });
  });
  afterAll(() => memory.close());

  const newKey = async (given: object) => {
    const made = await memory.call(admin(), "createKey", { principal: "kim", type: "agent", ...given });
    keyId = made.key_id;
    who = await authenticate(memory.services, { kind: "bearer", token: made.key });
  };
  const change = (set: string) =>
    memory.database.ownerQuery(`update palimpsest.api_key set ${set} where key_id = $1`, [keyId]);
  const later = (text: string) =>
    memory.services.db.transaction(who, (tx) =>
      enqueueJob(tx, who, { kind: operationJob.kind, payload: { operation: "remember", input: { text } } }),
    );
  const run = async (id: string, kind: JobKind = operationJob) => {
    await new Promise<void>((resolve) => {
      const worker = startWorker(memory.services, {
        kinds: [kind],
        pollMs: 10,
        onError: () => undefined,
        onEnd: (ended) => {
          if (ended.id === id) void worker.stop().then(resolve);
        },
      });
    });
    const [job] = await memory.database.ownerQuery<{ status: string; error: string | null }>(
      `select status, error from palimpsest.job where job_id = $1`,
      [id],
    );
    return job!;
  };
  const written = (text: string) =>
    memory.database.ownerQuery(`select owner_id from palimpsest.memory where text = $1`, [text]);

  it("runs while the key is good", async () => {
    await newKey({ teams: ["red", "blue"], grants: ["g"] });
    expect(who.keyId).toBe(keyId);
    expect(await run(await later("Kim's own"))).toEqual({ status: "DONE", error: null });
    expect(await written("Kim's own")).toEqual([{ owner_id: "kim" }]);
  });

  it.each([
    ["was revoked", () => memory.call(admin(), "revokeKey", { key_id: keyId })],
    ["has expired", () => change("expires_at = now() - interval '1 second'")],
    [
      "is gone",
      () => memory.database.ownerQuery(`delete from palimpsest.api_key where key_id = $1`, [keyId]),
    ],
  ])("fails and writes nothing when the key %s", async (_, lose) => {
    await newKey({});
    const id = await later("Without a key");
    await lose();
    expect(await run(id)).toEqual({
      status: "FAILED",
      error: "FORBIDDEN: The API key of the agent kim was revoked, has expired or is gone.",
    });
    expect(await written("Without a key")).toEqual([]);
  });

  it("has what it held then and still holds, no more", async () => {
    await newKey({ role: "reviewer", teams: ["red", "blue"], grants: ["g", "h"] });
    const id = await later("");
    await change(
      `role = 'admin', scopes = '{memory:read,memory:write,admin}', teams = '{blue,green}', grants = '{h}'`,
    );
    let seen: Principal | undefined;
    const looking: JobKind = {
      ...operationJob,
      run: async (job: PrincipalJob) => {
        seen = job.context.who;
        return { end: "done" };
      },
    };
    await run(id, looking);
    expect(seen).toMatchObject({ role: "reviewer", teams: ["blue"], grants: ["h"], keyId });
    expect([...seen!.permissions]).toEqual(["memory:read", "memory:write"]);
  });

  it("fails when the key no longer has the permission", async () => {
    await newKey({});
    const id = await later("Not any more");
    await change(`scopes = '{memory:read}'`);
    expect(await run(id)).toMatchObject({
      status: "FAILED",
      error: expect.stringContaining("needs the permission memory:write"),
    });
    expect(await written("Not any more")).toEqual([]);
  });

  it("cannot write once the key is revoked while it runs", async () => {
    await newKey({});
    const id = await later("Too late");
    const slow: JobKind = {
      ...operationJob,
      run: async (job: PrincipalJob) => {
        await memory.call(admin(), "revokeKey", { key_id: keyId });
        return operationJob.run(job);
      },
    };
    expect(await run(id, slow)).toMatchObject({
      status: "FAILED",
      error: expect.stringContaining("revoked"),
    });
    expect(await written("Too late")).toEqual([]);
  });
});
