import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../../../core/src/db/testing/index.js";
import { mcpClient } from "./testing/mcp-client.js";
import { type RealApp, realApp } from "./testing/real-app.js";
import { post } from "./testing/stub-memory.js";

describe.each(engines)("capsules over REST and MCP on $name", (engine) => {
  let real: RealApp;
  beforeAll(async () => {
    real = await realApp(engine);
  });
  afterAll(() => real.close());

  const call = async (path: string, init: RequestInit) => {
    const response = await real.app.request(path, init);
    return { status: response.status, body: (await response.json()) as Record<string, never> };
  };
  const by = (agent: string) => ({ "x-agent-id": agent });
  const ann = { "x-user-id": "ann" };
  const share = async (risk: string) => {
    const { body } = await call("/api/v1/memories", post({ text: `About ${risk}` }, by("author")));
    const made = await call(
      "/api/v1/capsules",
      post(
        {
          subject_type: "user",
          subject_id: "jack",
          scope: "user",
          audience_agent_ids: ["reader"],
          items: { chunks: [body.memory_id] },
          risks: [risk],
        },
        by("author"),
      ),
    );
    return String(made.body.capsule_id);
  };

  it("are governed by people who review, and hidden from agents that do not hold them", async () => {
    const id = await share("the grey heron");
    const path = `/api/v1/capsules/${id}`;
    const all = await call("/api/v1/capsules?all=true", { headers: ann });
    expect(all.body.capsules).toMatchObject([{ capsule_id: id, item_count: 1, is_retracted: false }]);
    expect((await call("/api/v1/capsules?all=true", { headers: by("reader") })).status).toBe(403);
    expect((await call(path, { headers: by("stranger") })).status).toBe(404);
    expect((await call(path, { headers: ann })).status).toBe(200);
    const target = { target_type: "capsule", target_id: id, op: "retract" };
    expect((await call("/api/v1/edits/preview", post(target, ann))).status).toBe(200);
    expect((await call("/api/v1/edits", post({ ...target, reason: "Wrong." }, by("stranger")))).status).toBe(
      404,
    );
    expect((await call("/api/v1/edits", post({ ...target, reason: "Wrong." }, ann))).status).toBe(201);
    expect((await call(path, { headers: by("reader") })).status).toBe(404);
    const restore = { ...target, op: "restore", reason: "Right after all." };
    expect((await call("/api/v1/edits", post(restore, ann))).status).toBe(201);
    expect((await call(path, { headers: by("reader") })).status).toBe(200);
    expect((await call(path, { method: "DELETE", headers: ann })).body).toMatchObject({ status: "revoked" });
    expect((await call(path, { headers: by("reader") })).status).toBe(404);
  });

  it("are governed with the tools of MCP, too", async () => {
    const id = await share("the white stork");
    const [person, reader, stranger] = [
      await mcpClient(real.memory, ann),
      await mcpClient(real.memory, by("reader")),
      await mcpClient(real.memory, by("stranger")),
    ];
    expect((await stranger("list_capsules", { all: true })).failed).toBe(true);
    expect((await stranger("get_capsule", { capsule_id: id })).text).toContain("No such capsule");
    const { answer } = await person("list_capsules", { all: true });
    expect(answer.capsules).toContainEqual(expect.objectContaining({ capsule_id: id }));
    const edit = { target_type: "capsule", target_id: id, reason: "A test." };
    await person("apply_memory_edit", { ...edit, op: "quarantine" });
    expect((await reader("get_capsule", { capsule_id: id })).failed).toBe(true);
    expect((await person("get_capsule", { capsule_id: id })).answer).toMatchObject({
      is_quarantined: true,
      items: [],
    });
    await person("apply_memory_edit", { ...edit, op: "restore" });
    expect((await reader("list_capsules", {})).answer.capsules).toMatchObject([{ capsule_id: id }]);
    await person("revoke_capsule", { capsule_id: id });
    expect((await reader("get_capsule", { capsule_id: id })).failed).toBe(true);
  });
});
