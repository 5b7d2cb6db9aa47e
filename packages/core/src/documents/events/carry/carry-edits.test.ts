import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../../../db/testing/index.js";
import { agent, human } from "../../../testing/test-memory.js";
import { ann, type EventWorld, openEventWorld } from "../../testing/event-world.js";

const reviewer = { ...human("rev"), role: "reviewer" } as const;

describe.each(engines)("the same events in several revisions on $name", (engine) => {
  let world: EventWorld;
  beforeAll(async () => {
    world = await openEventWorld(engine);
  });
  afterAll(() => world.close());
  const found = async (query: string) =>
    (await world.memory.call(ann, "searchSemanticEvents", { query, include_evidence: false })).events.map(
      ({ event_id }) => event_id,
    );

  describe.each([
    ["amend", { text: "The WORD is settled.", attributes: { category: "Change" } }],
    ["quarantine", {}],
    ["block", { channel: "team" }],
    ["attenuate", { importance: 0.125 }],
    ["retract", {}],
  ])("if they were edited by %s", (op, given) => {
    it.each(["one by one", "in bulk"])(
      "(%s) are so in earlier and later revisions, until any is restored",
      async (how) => {
        const word = `${how === "in bulk" ? "numbat" : "wombat"}${op}`;
        const patch = JSON.parse(JSON.stringify(given).replace("WORD", word));
        const of = { source_id: word, channel: "team" };
        const said = `Decision: we feed the ${word} twice a day.`;
        const revise = async (content: string) => {
          const made = await world.ingest(content, of);
          await world.work();
          return made;
        };
        const first = await revise(`${said}\nIt rains.`);
        const uid = first.artifact_uid;
        const second = await revise(`Hello.\n${said}`);
        const shown = async ({ revision_id }: { revision_id: string }) =>
          (await world.eventsOf(uid, { revision_id, channel: "team" })).events.map((e) => e.narrative);
        const edit = (op: string, target_id: string, patch: object) =>
          how === "in bulk"
            ? world.memory.call(ann, "bulkEdit", {
                op,
                target_ids: [target_id],
                patch,
                reason: "because",
              } as never)
            : world.memory.call(ann, "applyEdit", {
                ...{ op, target_id, target_type: "memory", patch, reason: "because" },
              } as never);
        const stateOf = async ({ artifact_id }: { artifact_id: string }) => {
          const rows = await world.memory.database.ownerQuery<{ id: string; importance: number }>(
            `select id, importance from palimpsest.memory where kind = 'semantic_event' and attributes->>'artifact_id' = '${artifact_id}'`,
          );
          return rows[0]!;
        };
        const idIn = async (revision: { artifact_id: string }) => (await stateOf(revision)).id;
        const importances = (revisions: { artifact_id: string }[]) =>
          Promise.all(revisions.map(async (one) => (await stateOf(one)).importance));
        const left = { amend: [`The ${word} is settled.`], attenuate: [said] }[op] ?? [];
        const preview = await world.memory.call(ann, "previewEdit", {
          ...{ op, target_id: await idIn(second), target_type: "memory", patch },
        } as never);
        expect(preview.same_events).toEqual([{ memory_id: await idIn(first), kind: "semantic_event" }]);
        // An edit of the later one reaches the earlier.
        await edit(op, await idIn(second), patch);
        expect([await shown(first), await shown(second)]).toEqual([left, left]);
        expect(await world.ingest(`${said}\nIt rains.`, of)).toMatchObject({ status: "reactivated" });
        expect(await shown(first)).toEqual(left);
        const third = await revise(`Again.\nDecision:  we feed the ${word} twice a day.`);
        const standing = op === "amend" || op === "attenuate" || op === "block";
        expect((await world.job(uid)).run).toMatchObject({ events: standing ? 1 : 0 });
        const all = [first, second, third];
        for (const revision of all) {
          await world.memory.call(ann, "reextractEvents", {
            ...{ artifact_uid: uid, revision_id: revision.revision_id, force: true },
          });
          await world.work();
          expect(await shown(revision)).toEqual(left);
        }
        const usual = op === "attenuate" ? 0.125 : (await importances([first]))[0];
        expect(await importances(all)).toEqual([usual, usual, usual]);
        expect(await found(word)).toEqual(op === "block" || standing ? [await idIn(third)] : []);
        if (op === "amend") expect(await found("feed")).not.toContain(await idIn(third));

        await edit("restore", await idIn(third), {});
        expect(await Promise.all(all.map(shown))).toEqual(all.map(() => [said]));
        expect(await found(`feed ${word}`)).toEqual([await idIn(third)]);
        // A restore is undone by nothing: those who ingest and extract again find no edit to carry over.
        const fourth = await revise(`At last.\n${said}`);
        expect(await shown(fourth)).toEqual([said]);
        // An edit of a revision that began with one is one of all too.
        await edit(op, await idIn(fourth), patch);
        expect(await Promise.all([...all, fourth].map(shown))).toEqual([left, left, left, left]);
        await edit("restore", await idIn(first), {});
        expect(await Promise.all([...all, fourth].map(shown))).toEqual([1, 2, 3, 4].map(() => [said]));
      },
    );
  });

  it("stay edited by whoever edited them: their writer cannot undo that in a later revision", async () => {
    const bot = agent("bot");
    const of = {
      ...{ artifact_type: "note", source_system: "test", source_id: "of bot", visibility_scope: "org" },
      document_date: "2026-03-02",
    };
    const ingest = async (content: string) => {
      await world.memory.call(bot, "ingestArtifact", { ...of, content } as never);
      await world.work();
    };
    const uid = (await world.memory.call(bot, "ingestArtifact", { ...of, content: "Nothing." } as never))
      .artifact_uid;
    const idNow = async () => {
      const [row] = await world.memory.database.ownerQuery<{ id: string }>(
        `select id from palimpsest.memory where kind = 'semantic_event' and status = 'active' and owner_id = 'bot'`,
      );
      return row!.id;
    };
    const edit = (who: typeof ann, op: string, target_id: string) =>
      world.memory.call(who, "applyEdit", {
        ...{ op, target_id, target_type: "memory", patch: {}, reason: "because" },
      } as never);
    await ingest("Decision: the quokka stays.");
    await edit(reviewer, "quarantine", await idNow());
    await ingest("Decision: the quokka stays. It rains.");
    const shown = async () => (await world.memory.call(bot, "revisionEvents", { artifact_uid: uid })).total;
    expect(await shown()).toBe(0);
    const { edits } = await world.memory.call(bot, "listEdits", { target_id: await idNow() });
    expect(edits).toMatchObject([{ op: "quarantine", proposer_id: "rev" }]);
    expect(await edit(bot, "restore", await idNow())).toMatchObject({ status: "pending" });
    expect(await shown()).toBe(0);
    await edit(reviewer, "restore", await idNow());
    expect(await shown()).toBe(1);
  });

  it("are edited too when the edit comes while they are extracted", async () => {
    const of = { source_id: "at once" };
    const said = "Decision: the bilby digs.";
    const { artifact_uid } = await world.ingest(`${said} 0`, of);
    await world.work();
    for (let n = 1; n <= 6; n++) {
      const [event] = (await world.eventsOf(artifact_uid)).events;
      await world.ingest(`${said} ${n}`, of);
      const edit = (op: string) =>
        world.memory.call(ann, "applyEdit", {
          ...{ op, target_id: event!.event_id, target_type: "memory", patch: {}, reason: "because" },
        } as never);
      await Promise.all([edit("quarantine"), world.work()]);
      // A run that the edit came into is tried again.
      await world.due();
      await world.work();
      expect((await world.eventsOf(artifact_uid)).total, String(n)).toBe(0);
      await edit("restore");
      expect((await world.eventsOf(artifact_uid)).total, String(n)).toBe(1);
    }
  });
});
