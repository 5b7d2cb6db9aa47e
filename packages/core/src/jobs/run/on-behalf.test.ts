import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { engines } from "../../db/testing/index.js";
import { localPrincipal, type Principal, tenantDirectory } from "../../identity/index.js";
import { admin, agent, human, openTestMemory, type TestMemory } from "../../testing/test-memory.js";
import type { JobKind, PrincipalJobKind } from "../job.js";
import { enqueueJob } from "../job.sql.js";
import { operationJob } from "../testing/operation-job.js";
import { startWorker } from "./worker.js";

describe.each(engines)("a job for a principal on $name", (engine) => {
  let memory: TestMemory;
  beforeAll(async () => {
    memory = await openTestMemory(engine);
    for (const who of [agent(), human(), admin()]) await memory.call(who, "status", {});
  });
  afterAll(() => memory.close());
  beforeEach(() => memory.database.ownerQuery(`delete from palimpsest.job`));

  const enqueue = (who: Principal, operation: string, input: object, kind = operationJob.kind) =>
    memory.services.db.transaction(who, (tx) => enqueueJob(tx, who, { kind, payload: { operation, input } }));
  const later = (who: Principal, text: string, given: object = {}) =>
    enqueue(who, "remember", { text, ...given });
  /** Runs what waits, in a process that has met none of the principals. */
  const run = async (id: string, kinds: readonly JobKind[] = [operationJob]) => {
    const { services } = memory;
    const fresh = { ...services, tenants: tenantDirectory(services.db) };
    await new Promise<void>((resolve) => {
      const worker = startWorker(fresh, {
        kinds,
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
  const recalled = async (who: Principal, query: string) =>
    (await memory.call(who, "recall", { query })).memories.map(({ text }) => text);
  const audited = async (job: string) =>
    (await memory.call(human("rev"), "listAudit", { target_id: job })).entries;

  it("writes what belongs to that principal, and is audited as done by the worker for it", async () => {
    const id = await later(agent(), "The heron nests by the mill", { visibility: "private" });
    expect(await run(id)).toEqual({ status: "DONE", error: null });
    expect(await recalled(agent(), "heron")).toEqual(["The heron nests by the mill"]);
    expect(await recalled(agent("other"), "heron")).toEqual([]);
    const [row] = await memory.database.ownerQuery<{ id: string; owner_id: string; writer: string }>(
      `select id, owner_id, writer from palimpsest.memory where text like 'The heron%'`,
    );
    expect(row).toMatchObject({ owner_id: "bot", writer: "agent:bot" });
    const entries = await audited(id);
    for (const entry of entries) {
      expect(entry).toMatchObject({
        operation: "job:test_operation",
        surface: "worker",
        actor_type: "service",
        actor_id: "palimpsest-worker",
        on_behalf_of: "agent:bot",
        decision: "allowed",
        request_id: id,
      });
    }
    expect(entries.map(({ ids }) => ids)).toEqual([[id], [id, row!.id]]);
  });

  it("is refused what was retracted, like any other write", async () => {
    const { memory_id } = await memory.call(agent(), "remember", { text: "The kingfisher is blue" });
    await memory.call(human(), "forget", { memory_id, reason: "wrong" });
    const id = await later(agent(), "the kingfisher is BLUE");
    expect(await run(id)).toMatchObject({ status: "FAILED", error: expect.stringContaining("TOMBSTONED") });
    expect(await recalled(agent(), "kingfisher")).toEqual([]);
    expect(await audited(id)).toMatchObject([{ decision: "failed", code: "TOMBSTONED", ids: [id] }]);
  });

  it("is held to the policy as the principal is: a person's edit applies, an agent's waits", async () => {
    const { memory_id } = await memory.call(human(), "remember", { text: "The bittern booms" });
    const edit = { target_type: "memory", target_id: memory_id, op: "attenuate", reason: "less" };
    const patch = { importance_delta: -0.1 };
    await run(await enqueue(agent(), "applyEdit", { ...edit, patch }));
    await run(await enqueue(human(), "applyEdit", { ...edit, patch }));
    const { edits } = await memory.call(human(), "listEdits", { target_id: memory_id });
    expect(edits.map(({ proposer_id, status }) => [proposer_id, status])).toEqual([
      ["ann", "approved"],
      ["bot", "pending"],
    ]);
  });

  it("fails and writes nothing when the principal no longer exists", async () => {
    const gone = agent("gone");
    await memory.call(gone, "status", {});
    const id = await later(gone, "Nobody says this");
    await memory.database.ownerQuery(`delete from palimpsest.principal where principal_id = 'gone'`);
    expect(await run(id)).toEqual({
      status: "FAILED",
      error: "FORBIDDEN: The agent gone, for whom this runs, no longer exists.",
    });
    expect(await recalled(human(), "nobody says")).toEqual([]);
    expect(await audited(id)).toMatchObject([
      { decision: "denied", code: "FORBIDDEN", on_behalf_of: "agent:gone", ids: [id] },
    ]);
  });

  it("fails and writes nothing when the principal lacks the permission", async () => {
    const narrowed: Principal = { ...agent(), permissions: new Set(["memory:read"]) };
    const id = await later(narrowed, "A reader says this");
    expect(await run(id)).toEqual({
      status: "FAILED",
      error: "FORBIDDEN: This job needs the permission memory:write, which the agent bot no longer has.",
    });
    expect(await recalled(human(), "reader says")).toEqual([]);
  });

  it("of a kind that is the system's own is not run", async () => {
    const id = await enqueue(agent(), "", {}, "sweep");
    const sweep: JobKind = { kind: "sweep", run: async () => ({ end: "done" }) };
    expect(await run(id, [sweep])).toMatchObject({
      status: "FAILED",
      error: expect.stringContaining("the system's own"),
    });
  });

  it("keeps the principal's teams and role", async () => {
    const member: Principal = {
      ...localPrincipal({ tenantId: agent().tenantId, agentId: "mia" }),
      teams: ["red"],
    };
    await memory.call(member, "remember", {
      text: "The red plan",
      visibility: "team",
      audience: ["team:red"],
    });
    const id = await later(member, "Made from the red plan");
    let seen: unknown;
    const looking: PrincipalJobKind = {
      ...operationJob,
      run: async ({ context }) => {
        const rows = await context.read((tx) =>
          tx.query(
            `select text, palimpsest.role() as role from palimpsest.memory where text = 'The red plan'`,
          ),
        );
        seen = rows;
        return { end: "done" };
      },
    };
    await run(id, [looking]);
    expect(seen).toEqual([{ text: "The red plan", role: "writer" }]);
  });
});
