import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../../db/testing/index.js";
import { message } from "../../testing/samples.js";
import { openTestMemory, type TestMemory } from "../../testing/test-memory.js";
import { newTenant } from "../testing/tenants.js";

const [address, masked] = ["8.8.4.4", "[REDACTED:ip]"];

describe.each(engines)("what a class masks outside private, on $name", (engine) => {
  let memory: TestMemory;
  beforeAll(async () => {
    memory = await openTestMemory(engine);
  });
  afterAll(() => memory.close());

  it("is masked in every read of the other channels and in the pce tools, and shown in private", async () => {
    const tenant = newTenant(memory);
    const { ann, bot } = tenant;
    await tenant.set("boundary_classes: { internal: { redact: [ip] } }");
    const said = { session_id: "hosts", channel: "team" as const };
    const { chunk_id } = await memory.call(ann, "recordEvent", message(`The host is ${address}`, said));
    await memory.call(ann, "createDecision", { decision: `We use the host ${address}`, channel: "team" });
    await memory.call(ann, "createTask", { title: `Restart the host ${address}`, channel: "team" });
    const reads = [
      (channel: "team" | "private") => memory.call(bot, "recall", { query: "host", channel }),
      (channel: "team" | "private") => memory.call(bot, "searchChunks", { query: "host", channel }),
      (channel: "team" | "private") => memory.call(bot, "getChunks", { chunk_ids: [chunk_id!], channel }),
      (channel: "team" | "private") => memory.call(bot, "chunkTimeline", { chunk_id: chunk_id!, channel }),
      (channel: "team" | "private") => memory.call(bot, "listDecisions", { channel }),
      (channel: "team" | "private") => memory.call(bot, "listTasks", { channel }),
      (channel: "team" | "private") => memory.call(bot, "listMemories", { channel }),
      (channel: "team" | "private") => memory.call(bot, "context", { query: "host", channel }),
      (channel: "team" | "private") =>
        memory.call(bot, "buildAcb", { session_id: "hosts", query: "host", channel }),
    ];
    for (const read of reads) {
      const inTeam = JSON.stringify(await read("team"));
      expect(inTeam, String(read)).toContain(masked);
      expect(inTeam, String(read)).not.toContain(address);
      const inPrivate = JSON.stringify(await read("private"));
      expect(inPrivate, String(read)).toContain(address);
      expect(inPrivate, String(read)).not.toContain(masked);
    }
    const { data: claim } = await memory.call(ann, "upsertClaim", {
      ...{ text: `The spare host is ${address}`, provenance: { at: "2026-01-01T00:00:00Z" } },
    });
    const found = JSON.stringify([
      await memory.call(bot, "searchClaims", { query: "spare host" }),
      await memory.call(bot, "activateClaims", { q: "spare host" }),
      await memory.call(bot, "getClaim", { claim_id: claim.id }),
    ]);
    expect(found.split(masked)).toHaveLength(4);
    expect(found).not.toContain(address);
  });

  it("is masked in tags and in the categories of events, and not readable in a cursor", async () => {
    const { ann, bot, set } = newTenant(memory);
    await set("boundary_classes: { internal: { redact: [ip] } }");
    const tags = [`host ${address}`, `node ${address}`];
    await memory.call(ann, "remember", { text: "The host is up", channel: "team", tags });
    const list = (channel: "team" | "private", more: object = {}) =>
      memory.call(bot, "listTags", { channel, ...more });
    const inTeam = await list("team", { limit: 1 });
    expect(inTeam.tags.map(({ tag }) => tag)).toEqual([`host ${masked}`]);
    expect(Buffer.from(inTeam.next_cursor!, "base64url").toString("latin1")).not.toContain(address);
    const rest = await list("team", { limit: 1, cursor: inTeam.next_cursor });
    expect(rest.tags.map(({ tag }) => tag)).toEqual([`node ${masked}`]);
    expect((await list("private")).tags.map(({ tag }) => tag)).toEqual(tags);

    const { id } = await memory.call(ann, "learnFact", {
      ...{ content: "It is up", category: `host ${address}`, visibility: "tenant" },
    });
    const told = async () => {
      const { events } = await memory.call(bot, "listDomainEvents", { type: "fact_learned" });
      return events.map(({ data }) => data.category);
    };
    expect(await told()).toEqual([`host ${masked}`]);
    await memory.call(ann, "applyEdit", {
      ...{ target_type: "fact", target_id: id, op: "amend", reason: "a test" },
      patch: { attributes: { category: "hosts" } },
    });
    expect(await told()).toEqual([null]);
  });
});
