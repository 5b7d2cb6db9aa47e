import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../../../db/testing/index.js";
import type { Principal } from "../../../identity/index.js";
import { agent } from "../../../testing/test-memory.js";
import { ann, type EventWorld, openEventWorld } from "../../testing/event-world.js";

describe.each(engines)("semantic events on $name", (engine) => {
  let world: EventWorld;
  beforeAll(async () => {
    world = await openEventWorld(engine);
  });
  afterAll(() => world.close());
  const search = (input: object) => world.memory.call(ann, "searchSemanticEvents", input);

  it("are searched by all words, then by any, by category and by time, page by page", async () => {
    const content = [
      "Decision: the quokka enclosure moves north.",
      "Cleo will paint the quokka house by March 31.",
      "Cleo will count the quokka herd by April 15.",
    ].join("\n");
    const { artifact_uid } = await world.ingest(content);
    await world.work();
    const narratives = async (input: object) => {
      const { events, total, match } = await search({ artifact_uid, ...input });
      return {
        total,
        match,
        said: events.map(({ narrative }) => /enclosure|house|herd/.exec(narrative)![0]),
      };
    };
    const all = ["herd", "house", "enclosure"];
    expect(await narratives({})).toEqual({ total: 3, match: null, said: all });
    expect(await narratives({ query: "  " })).toEqual({ total: 3, match: null, said: all });
    expect(await narratives({ query: "painting quokkas" })).toMatchObject({ match: "all", said: ["house"] });
    expect(await narratives({ query: "paint the herd" })).toEqual({
      total: 2,
      match: "any",
      said: ["herd", "house"],
    });
    // The day of the document is no word of its events.
    expect(await narratives({ query: "2026" })).toMatchObject({ total: 0 });
    expect(await narratives({ query: "March" })).toMatchObject({ said: ["house"] });
    for (const query of ["'); drop table", "& | ! :*", "<script>", "🦘", "\\", "the"]) {
      expect(await narratives({ query })).toMatchObject({ total: 0, match: "any" });
    }
    expect(await narratives({ time_from: "2026-04-01" })).toMatchObject({ total: 1, said: ["herd"] });
    expect(await narratives({ time_to: "2026-03-31" })).toMatchObject({ total: 1, said: ["house"] });
    expect(await narratives({ category: "Commitment", time_from: "2026-03-31T00:00:00Z" })).toMatchObject({
      total: 2,
    });
    const first = await search({ artifact_uid, limit: 2 });
    const rest = await search({ artifact_uid, limit: 2, cursor: first.next_cursor });
    expect([first.events.length, first.total, rest.events.length, rest.total]).toEqual([2, 3, 1, 3]);
    expect(rest.next_cursor).toBeUndefined();
    expect((await search({ artifact_uid, include_evidence: false })).events[0]).not.toHaveProperty(
      "evidence",
    );
    expect(await search({ artifact_uid: "uid_missing" })).toMatchObject({ total: 0, events: [] });
  });

  it("of a revision are listed page by page, also if a later revision comes meanwhile", async () => {
    const sentences = (word: string) =>
      [1, 2, 3, 4, 5].map((n) => `Decision: ${word} ${n} is adopted by April ${n}.`).join("\n");
    const source = { source_id: "pages" };
    const { artifact_uid, revision_id } = await world.ingest(sentences("the bandicoot plan"), source);
    await world.work();
    const call = async (page: object) => world.eventsOf(artifact_uid, { limit: 2, ...page });
    const whole = (await call({ limit: 9 })).events;
    expect(whole).toHaveLength(5);
    const seen: object[] = [];
    for (let cursor: string | undefined, n = 0; n === 0 || cursor; n++) {
      const page = await call({ cursor });
      expect([page.revision_id, page.total]).toEqual([revision_id, 5]);
      seen.push(...page.events);
      cursor = page.next_cursor;
      if (n === 0) await world.ingest(sentences("the potoroo plan"), source);
    }
    expect(seen).toEqual(whole);
    expect((await call({})).revision_id).not.toBe(revision_id);

    const revisions = (page: object) =>
      world.memory.call(ann, "artifactRevisions", { artifact_uid, ...page });
    const [both, first] = [await revisions({}), await revisions({ limit: 1 })];
    expect(both.revisions).toHaveLength(2);
    const second = await revisions({ limit: 1, cursor: first.next_cursor });
    expect([...first.revisions, ...second.revisions]).toEqual(both.revisions);
    expect([first.total, second.total, second.next_cursor]).toEqual([2, 2, undefined]);
    for (const bad of [call({ cursor: first.next_cursor }), revisions({ limit: 1, cursor: "x" })])
      await expect(bad).rejects.toMatchObject({ code: "INVALID_CURSOR" });
  });

  it("are at most three of ten of one agent, whose further ones come on the next pages", async () => {
    const month = "2031-05";
    const ingest = async (who: Principal, months: string, n: number) => {
      const due = `${months} ${n + 1}, 2031`;
      await world.memory.call(who, "ingestArtifact", {
        ...{
          artifact_type: "note",
          source_system: "test",
          document_date: `${month}-02`,
          visibility_scope: "org",
        },
        content: `Numbat ${who.id} ${n}: Cleo will feed the numbats by ${due}.`,
      } as never);
    };
    const rogue = agent("crowder");
    for (let n = 0; n < 12; n++) await ingest(rogue, "December", n);
    for (let n = 0; n < 9; n++) await ingest(ann, "November", n);
    await world.work();
    const walk = async (who: Principal, input: object) => {
      const pages: string[][] = [];
      const told: (string | undefined)[] = [];
      for (let cursor: string | undefined, n = 0; n === 0 || cursor; n++) {
        const page = await world.memory.call(who, "searchSemanticEvents", {
          ...{ time_from: "2031-11-01", time_to: "2031-12-31", cursor, ...input },
        });
        expect(page.total).toBe(21);
        pages.push(page.events.map(({ event_time }) => (event_time?.includes("-12-") ? "its" : "ann's")));
        told.push(page.left_out);
        cursor = page.next_cursor;
      }
      return { pages, told };
    };
    const its = (pages: string[][]) => pages.map((page) => page.filter((whose) => whose === "its").length);
    for (const input of [{ limit: 10 }, { limit: 10, query: "feed numbats" }]) {
      const { pages, told } = await walk(ann, input);
      expect(its(pages)).toEqual([3, 3, 3, 3]);
      expect(pages.map(({ length }) => length)).toEqual([10, 5, 3, 3]);
      expect(told[0]).toMatch(/^More on the next page of agent:crowder\. At most 3 of ten/);
      expect(told.at(-1)).toBeUndefined();
    }
    expect(its((await walk(ann, { limit: 20 })).pages)).toEqual([6, 3, 3]);
    // Nobody is kept back for itself.
    expect(its((await walk(rogue, { limit: 10 })).pages)).toEqual([10, 2, 0]);
  });

  it("answer what is missing or wrong as the specification does", async () => {
    const message = (text: string) => ({ message: text });
    const { memory } = world;
    const uid = "uid_0000000000000000";
    await expect(memory.call(ann, "getSemanticEvent", { event_id: "sev_0" })).rejects.toMatchObject(
      message("Event sev_0 not found"),
    );
    await expect(memory.call(ann, "getExtractionJob", { artifact_uid: uid })).rejects.toMatchObject(
      message(`No job found for artifact ${uid}`),
    );
    for (const name of ["revisionEvents", "rejectedEvents", "reextractEvents"] as const) {
      await expect(memory.call(ann, name, { artifact_uid: uid })).rejects.toMatchObject(
        message(`Artifact ${uid} not found`),
      );
    }
    const { artifact_uid } = await world.ingest("Nothing happened here.");
    await expect(
      memory.call(ann, "revisionEvents", { artifact_uid, revision_id: "rev_0" }),
    ).rejects.toMatchObject(message("Revision rev_0 not found"));
    await expect(search({ category: "x".repeat(100) })).rejects.toMatchObject({
      code: "VALIDATION_ERROR",
      message: `Invalid category: ${"x".repeat(64)}. Must be one of: Commitment, Execution, Decision, Collaboration, QualityRisk, Feedback, Change, Stakeholder`,
    });
    await expect(search({ category: "a <b>\u202e\u0007!" })).rejects.toMatchObject({
      message: expect.stringMatching(/^Invalid category: a <b>!\. Must be one of/),
    });
    await expect(search({ time_from: "2026-04-01", time_to: "2026-03-01" })).rejects.toMatchObject({
      code: "VALIDATION_ERROR",
    });
    await expect(search({ time_from: "soon" })).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
  });
});
