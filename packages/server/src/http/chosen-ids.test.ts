import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { engines } from "../../../core/src/db/testing/index.js";
import { type RealApp, realApp } from "./testing/real-app.js";
import { post } from "./testing/stub-memory.js";

interface Answer {
  you: object;
  memory_id: string;
  tasks: object[];
  error: { message: string };
}

/** UTF-8 as a header carries it: one character for each byte. */
const header = (id: string) => Buffer.from(id).toString("latin1");

describe.each(engines)("ids in every place of a request on $name", (engine) => {
  let real: RealApp;
  beforeAll(async () => {
    real = await realApp(engine);
  });
  afterAll(() => real.close());

  const call = async (path: string, init?: RequestInit) => {
    const response = await real.app.request(path, init);
    return { status: response.status, body: (await response.json()) as Answer };
  };

  test.each([
    ["jack+test@example.com"],
    ["auth0|64f1"],
    ["Zoë Müller"],
    ["日本語"],
    ["a, b; c"],
    ["a/b?c=d&e#f%20"],
  ])("%j stands in headers, bodies and queries", async (id) => {
    const headers = { "x-tenant-id": header(id), "x-agent-id": header(id) };
    const { body: status } = await call("/api/v1/status", { headers });
    expect(status.you).toMatchObject({ tenant_id: id, principal_id: id, type: "agent" });
    const task = {
      title: "Call back",
      scope: "project",
      project_id: id,
      subject_type: "user",
      subject_id: id,
    };
    const created = await call("/api/v1/tasks", post(task, headers));
    expect(created.status).toBe(201);
    const query = new URLSearchParams({ project_id: id, subject_id: id, channel: "private" });
    const { body: listed } = await call(`/api/v1/tasks?${query}`, { headers });
    expect(listed.tasks).toMatchObject([
      { memory_id: created.body.memory_id, project_id: id, subject_id: id, trust: "own" },
    ]);
    const { body: others } = await call("/api/v1/tasks?project_id=other", { headers });
    expect(others.tasks).toEqual([]);
  });

  test("null for an optional field is as good as leaving it out, also for an idempotent retry", async () => {
    const headers = { "idempotency-key": "with-null" };
    const left = { text: "Null and void." };
    const nulled = { ...left, subject_id: null, tags: null, expires_at: null, visibility: null };
    const first = await call("/api/v1/memories", post(nulled, headers));
    const again = await call("/api/v1/memories", post(left, headers));
    expect([first.status, again.body]).toEqual([201, first.body]);
    const { status, body } = await call("/api/v1/memories", post({ text: null }));
    expect([status, body.error.message]).toEqual([400, "text must be text"]);
  });
});
