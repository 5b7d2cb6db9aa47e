import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../db/testing/index.js";
import { message } from "../testing/samples.js";
import { openTestMemory, type TestMemory } from "../testing/test-memory.js";
import { classesFor } from "./clearance.js";
import { defaultPolicy } from "./default-policy.js";
import { newTenant, type TestTenant } from "./testing/tenants.js";

const channels = ["public", "team", "agent", "private"] as const;

describe.each(engines)("the clearance of channels on $name", (engine) => {
  let memory: TestMemory;
  beforeAll(async () => {
    memory = await openTestMemory(engine);
  });
  afterAll(() => memory.close());
  const plant = async ({ bot, id }: TestTenant) => {
    for (const sensitivity of ["none", "low", "high", "secret"] as const) {
      await memory.call(
        bot,
        "recordEvent",
        message(`zebra ${sensitivity}`, { session_id: id, channel: "public", sensitivity }),
      );
    }
  };
  /** What each channel shows: in a search, in a context, and in psql. */
  const shown = async ({ bot, id }: TestTenant, channel: (typeof channels)[number] | undefined) => {
    const found = await memory.call(bot, "searchChunks", { query: "zebra", channel });
    const inSql = await memory.services.db.transaction(bot, (tx) =>
      tx.query<{ text: string }>(`select text from palimpsest.search_chunks($1, 'zebra', p_channel => $2)`, [
        id,
        channel ?? null,
      ]),
    );
    const last = ({ text }: { text: string }) => text.split(" ").at(-1)!;
    const sets = [found.chunks.map(last).sort(), inSql.map(last).sort()];
    if (channel !== undefined) {
      const { acb } = await memory.call(bot, "buildAcb", { session_id: id, channel, query: "zebra" });
      sets.push([...new Set(acb.sections.flatMap(({ items }) => items.map(last)))].sort());
      expect(acb.provenance.filters.sensitivity_allowed.toSorted()).toEqual(sets[0]);
    }
    expect(new Set(sets.map((set) => set.join())).size, `${channel}: ${JSON.stringify(sets)}`).toBe(1);
    return sets[0];
  };

  it("is the default's, then what a policy makes of it, in TypeScript and in SQL alike", async () => {
    const here = newTenant(memory);
    await plant(here);
    const all = async () => Promise.all([undefined, ...channels].map((channel) => shown(here, channel)));
    const [none, low, high] = [["none"], ["low", "none"], ["high", "low", "none"]];
    expect(await all()).toEqual([none, none, low, low, high]);
    await here.set("channels: { team: { clearance: public }, agent: { clearance: pii } }");
    expect(await all()).toEqual([none, none, none, high, high]);
    await here.set("channels: { public: { clearance: pii }, private: { clearance: public } }");
    expect(await all()).toEqual([none, high, low, low, none]);
  });

  it("agrees with palimpsest.clearance(), under the default and under a policy", async () => {
    const here = newTenant(memory);
    const inSql = (channel: string | null) =>
      memory.services.db.transaction(here.bot, async (tx) => {
        const [row] = await tx.query<{ c: string[] }>(`select palimpsest.clearance($1) as c`, [channel]);
        return row!.c;
      });
    await memory.call(here.bot, "status", {});
    for (const name of [undefined, ...channels]) {
      expect(await inSql(name ?? null), name).toEqual(classesFor(defaultPolicy, name));
    }
    await here.set("channels: { team: { clearance: pii } }");
    const { policy } = await memory.services.tenants.policy(here.id);
    for (const name of [undefined, ...channels]) {
      expect(await inSql(name ?? null), name).toEqual(classesFor(policy!, name));
    }
  });

  it("is the stricter of then and now where a context is built again", async () => {
    const here = newTenant(memory);
    await plant(here);
    const build = async () =>
      (
        await memory.call(here.bot, "buildAcb", {
          session_id: here.id,
          channel: "team",
          query: "zebra",
        })
      ).acb;
    const replay = (acb_id: string) => memory.call(here.bot, "replayAcb", { acb_id });
    const first = await build();
    await here.set(
      "channels: { team: { clearance: pii } }\nretrieval: { context: { alpha: 0.1, beta: 0.9 } }",
    );
    const second = await build();
    expect(await replay(first.acb_id)).toMatchObject({
      identical: true,
      acb: { provenance: { policy_version: "0.0.0-default", scoring: { alpha: 0.6 } } },
    });
    expect(second.prompt).toContain("zebra high");
    await here.set("channels: { team: { clearance: public } }");
    for (const { acb_id } of [first, second]) {
      const again = await replay(acb_id);
      expect(again.identical).toBe(false);
      expect(again.acb.prompt).toContain("zebra none");
      expect(again.acb.prompt).not.toMatch(/zebra (low|high)/);
    }
    const { left } = await memory.call(here.bot, "diffAcb", { acb_id: second.acb_id });
    expect(left.map(({ why }) => why)).toEqual([
      "not cleared for this channel",
      "not cleared for this channel",
    ]);
  });

  it("of now masks and withholds what a context showed under an earlier policy", async () => {
    const here = newTenant(memory);
    const said = (text: string) =>
      memory.call(here.bot, "recordEvent", message(text, { session_id: here.id, channel: "team" }));
    const { chunk_id } = await said("The zebra is fed by kim@example.org at noon");
    await said("The zebra sleeps");
    const open = "channels: { team: { clearance: pii } }";
    const build = () =>
      memory.call(here.bot, "buildAcb", { session_id: here.id, channel: "team", query: "zebra" });
    const replay = (acb_id: string, who = here.bot, see_withheld = false) =>
      memory.call(who, "replayAcb", { acb_id, see_withheld });
    await here.set(`${open}\nboundary_classes: { pii: { redact: [] } }`);
    const { acb } = await build();
    expect(acb.prompt).toContain("kim@example.org");

    await here.set(open);
    const again = await replay(acb.acb_id);
    expect(again.acb.prompt).toContain("fed by [REDACTED:email] at noon");
    expect(JSON.stringify(again)).not.toContain("kim@example.org");
    expect(again).toMatchObject({
      ...{ identical: false, verified: true },
      causes: [{ memory_id: chunk_id, cause: "policy", reason: "policy" }],
    });
    const original = await replay(acb.acb_id, here.boss, true);
    expect(original.acb.prompt).toBe(acb.prompt);

    const rule = "actor_type != 'agent' || boundary_class != 'pii'";
    await here.set(
      `${open}\ninvariants: [{ name: people, applies_to: [principle], on: [read], rule: "${rule}" }]`,
    );
    const withheld = await replay(acb.acb_id);
    expect(withheld.items.find(({ memory_id }) => memory_id === chunk_id)).toMatchObject({
      ...{ withheld: "policy", verified: true },
    });
    expect(withheld.acb.prompt).not.toContain("at noon");
    expect(withheld.acb.prompt).toContain("The zebra sleeps");
    const { acb: without } = await build();
    expect(without.prompt).not.toContain("at noon");
    expect(await replay(without.acb_id)).toMatchObject({ identical: true, verified: true });
  });
});
