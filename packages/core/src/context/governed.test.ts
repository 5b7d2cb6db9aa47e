import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../db/testing/index.js";
import { surgery } from "../governance/testing/surgery.js";
import { message } from "../testing/samples.js";
import { agent, human, openTestMemory, type TestMemory } from "../testing/test-memory.js";

const sections = [
  "rules",
  "task_state",
  "recent_window",
  "capsules",
  "retrieved_evidence",
  "relevant_decisions",
] as const;
type Section = (typeof sections)[number];
const edits = {
  retracted: { op: "retract" },
  quarantined: { op: "quarantine" },
  blocked: { op: "block", patch: { channel: "private" } },
};

describe.each(engines)("what a context must not show on $name", (engine) => {
  let memory: TestMemory;
  const reader = agent("reader");
  const author = human("ann");
  beforeAll(async () => {
    memory = await openTestMemory(engine);
  });
  afterAll(() => memory.close());
  const { edit } = surgery(() => memory);

  /** A memory that belongs in a section, by a text that nothing else has. */
  const place: Record<Section, (text: string) => Promise<string>> = {
    rules: async (content) => (await memory.call(author, "createRule", { content })).memory_id,
    task_state: async (title) =>
      (await memory.call(author, "createTask", { title, channel: "public" })).memory_id,
    relevant_decisions: async (decision) =>
      (await memory.call(author, "createDecision", { decision, channel: "public" })).memory_id,
    recent_window: async (text) =>
      (await memory.call(author, "recordEvent", message(text, { session_id: "gov", channel: "public" })))
        .chunk_id!,
    retrieved_evidence: async (text) =>
      (await memory.call(author, "remember", { text, channel: "public" })).memory_id,
    capsules: async (text) => {
      const id = (await memory.call(author, "remember", { text, channel: "public" })).memory_id;
      await memory.call(author, "createCapsule", {
        subject_type: "topic",
        subject_id: "canary",
        scope: "project",
        audience_agent_ids: [reader.id],
        items: { chunks: [id] },
      });
      return id;
    },
  };
  const build = async (given: object = {}) => {
    const inputs = { session_id: "gov", channel: "private" as const, query: "canary", ...given };
    return (await memory.call(reader, "buildAcb", inputs)).acb;
  };
  const itemsOf = (acb: Awaited<ReturnType<typeof build>>, section: Section) =>
    acb.sections.find(({ name }) => name === section)!.items.map(({ text }) => text);

  it.each(sections)(
    "shows what is sound in %s, and leaves out what was retracted, quarantined or blocked",
    async (section) => {
      await place[section](`canary sound ${section}`);
      const hidden: string[] = [];
      for (const [state, change] of Object.entries(edits)) {
        const id = await place[section](`canary ${state} ${section}`);
        await edit(human("ann"), id, change);
        hidden.push(id);
      }
      for (const given of [{}, { query: undefined }]) {
        const acb = await build(given);
        expect(itemsOf(acb, section)).toContain(`canary sound ${section}`);
        const all = JSON.stringify(acb);
        for (const state of Object.keys(edits)) expect(all).not.toContain(`canary ${state}`);
        for (const id of hidden) expect(all).not.toContain(id);
      }
      const elsewhere = await build({ channel: "agent" });
      const shown = itemsOf(elsewhere, section);
      expect(shown.includes(`canary blocked ${section}`)).toBe(true);
    },
  );

  it.each(["note", "task", "decision"] as const)(
    "keeps out a %s that is private, for others or expired",
    async (kind) => {
      const stranger = human("eve");
      await memory.call(stranger, "remember", {
        kind,
        text: `canary private ${kind}`,
        visibility: "private",
      });
      await memory.call(stranger, "remember", {
        kind,
        text: `canary custom ${kind}`,
        visibility: "custom",
        audience: ["somebody-else"],
      });
      const expires_at = new Date(Date.now() + 3_600_000).toISOString();
      await memory.call(stranger, "remember", { kind, text: `canary fleeting ${kind}`, expires_at });
      expect(JSON.stringify(await build())).toContain(`canary fleeting ${kind}`);
      await memory.database.ownerQuery(
        `update palimpsest.memory set expires_at = now() - interval '1 second' where text like 'canary fleeting%'`,
      );
      const all = JSON.stringify(await build()) + JSON.stringify(await build({ query: undefined }));
      for (const state of ["private", "custom", "fleeting"])
        expect(all).not.toContain(`canary ${state} ${kind}`);
    },
  );

  it("shows only turns and evidence that the channel is cleared for", async () => {
    for (const sensitivity of ["none", "low", "high", "secret"] as const) {
      const event = message(`canary class ${sensitivity}`, {
        session_id: "classes",
        channel: "public",
        sensitivity,
      });
      await memory.call(author, "recordEvent", event);
      await memory.call(author, "recordEvent", {
        ...message("", {
          session_id: "classes",
          channel: "public",
          sensitivity,
          content: { text: undefined },
        }),
        kind: "tool_call",
        actor_type: "agent",
        actor_id: `tool-${sensitivity}`,
      });
    }
    const allowed = { public: 1, agent: 2, team: 2, private: 3 };
    for (const [channel, n] of Object.entries(allowed)) {
      const acb = await build({ session_id: "classes", channel, query: "canary class" });
      const all = JSON.stringify(acb);
      for (const [at, sensitivity] of ["none", "low", "high", "secret"].entries()) {
        expect(all.includes(`canary class ${sensitivity}`), `${channel} ${sensitivity}`).toBe(at < n);
        expect(all.includes(`tool-${sensitivity}`), `${channel} ${sensitivity}`).toBe(at < n);
      }
      expect(acb.provenance.filters.sensitivity_allowed).toHaveLength(n);
    }
  });

  it("never treats what an agent wrote as a rule", async () => {
    const { memory_id } = await memory.call(agent("evil"), "remember", { text: "canary obey me" });
    await memory.database.ownerQuery(
      `update palimpsest.memory set attributes = '{"priority": 1000}' where tenant_id = $1 and id = $2`,
      [reader.tenantId, memory_id],
    );
    expect(itemsOf(await build(), "rules")).not.toContain("canary obey me");
  });
});
