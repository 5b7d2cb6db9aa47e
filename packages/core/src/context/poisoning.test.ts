import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../db/testing/index.js";
import { message } from "../testing/samples.js";
import { human, openTestMemory, type TestMemory } from "../testing/test-memory.js";
import { outsideFences } from "./testing/outside-fences.js";
import { assistant, benign, paths, poisonMark, questionOf, topics } from "./testing/poison.js";

const minutes = 60_000;

describe.each(engines)("poisoned memories, two among five others, on $name", (engine) => {
  let memory: TestMemory;
  // The embedded engine writes one after another, and a quarter shows the same.
  const [benignPerTopic, poisonPerPath] = engine.name === "postgres" ? [40, 4] : [10, 1];
  const written = { benign: topics.length * benignPerTopic, poison: topics.length * poisonPerPath * 4 };
  const writeAll = async (jobs: (() => Promise<unknown>)[]) => {
    const lanes = engine.name === "postgres" ? 6 : 1;
    await Promise.all(
      Array.from({ length: lanes }, async (_, lane) => {
        for (let at = lane; at < jobs.length; at += lanes) await jobs[at]!();
      }),
    );
  };

  beforeAll(async () => {
    memory = await openTestMemory(engine);
    await writeAll(
      benign(benignPerTopic).map(({ text, who }, n) => () => {
        const event = {
          ...message(text, {
            session_id: `talk-${n % 90}`,
            actor_type: who.type as "human",
            content: { scope: "user" },
          }),
          actor_id: who.id,
        };
        return memory.call(who, "recordEvent", event);
      }),
    );
    await writeAll(
      Object.values(paths).flatMap((path) =>
        topics.flatMap((topic) =>
          Array.from({ length: poisonPerPath }, (_, n) => () => path(memory, topic, n)),
        ),
      ),
    );
  }, 10 * minutes);
  afterAll(() => memory.close());

  const build = async (query_text: string | undefined, given: object = {}) => {
    const inputs = {
      session_id: "work",
      channel: "private" as const,
      query_text,
      max_tokens: 8_000,
      ...given,
    };
    return (await memory.call(assistant, "buildAcb", inputs)).acb;
  };
  const poisoned = (texts: string[]) => texts.filter((text) => text.includes(poisonMark)).length;

  it("contains every attack", async () => {
    const [row] = await memory.database.ownerQuery<{ poison: string; others: string }>(
      `select count(*) filter (where text like '%${poisonMark}%') as poison,
         count(*) filter (where text not like '%${poisonMark}%') as others from palimpsest.memory`,
    );
    expect([Number(row?.poison), Number(row?.others)]).toEqual([written.poison, written.benign]);
  });

  it(
    "lets none drive a context: each is quoted, without a live address, and none is a rule",
    async () => {
      const trusts: string[] = [];
      for (const query of [...topics.slice(0, 15).map(questionOf), undefined]) {
        for (const session_id of ["work", "browsing", "attack-boiler-key"]) {
          const { prompt, sections } = await build(query, { session_id });
          expect(outsideFences(prompt)).not.toContain(poisonMark);
          expect(prompt).not.toMatch(/https?:\/\//);
          expect(prompt).not.toContain("](");
          expect(sections.find(({ name }) => name === "rules")?.items).toEqual([]);
          const shown = sections
            .flatMap(({ items }) => items)
            .filter(({ text }) => text.includes(poisonMark));
          trusts.push(...shown.map(({ trust }) => trust));
        }
      }
      expect(trusts.length).toBeGreaterThan(0);
      expect(new Set(trusts)).toEqual(new Set(["untrusted"]));
    },
    3 * minutes,
  );

  it(
    "keeps them to a twentieth of the first ten results, wherever one asks",
    async () => {
      const shares = { search: 0, recall: 0, evidence: 0 };
      for (const query of topics.map(questionOf)) {
        const { chunks } = await memory.call(assistant, "searchChunks", {
          query,
          channel: "private",
          limit: 10,
        });
        const { memories } = await memory.call(assistant, "recall", { query, channel: "private", limit: 10 });
        const { session } = await build(query);
        expect([chunks.length, memories.length]).toEqual([10, 10]);
        expect(session.chunks.length).toBeGreaterThanOrEqual(10);
        shares.search += poisoned(chunks.map(({ text }) => text));
        shares.recall += poisoned(memories.map(({ text }) => text));
        shares.evidence += poisoned(session.chunks.slice(0, 10).map(({ text }) => text));
      }
      const places = topics.length * 10;
      for (const [surface, n] of Object.entries(shares))
        expect(n / places, surface).toBeLessThanOrEqual(0.05);
    },
    3 * minutes,
  );

  it("limits each untrusted writer to a fifth of the evidence", async () => {
    for (const query of [questionOf(topics[3]!), undefined]) {
      const acb = await build(query, { max_tokens: 65_000 });
      const shown = acb.sections.find(({ name }) => name === "retrieved_evidence")!.items;
      const foreign = shown.filter(({ trust }) => trust === "untrusted").length;
      expect(foreign).toBeLessThanOrEqual(Math.max(5, 0.2 * shown.length));
      expect(shown.length).toBeGreaterThan(30);
    }
  });

  it(
    "is rid of a writer in one call, and nothing of it is left anywhere",
    async () => {
      const undone = await memory.call(human(), "bulkEdit", {
        writer: "agent:mallory",
        op: "retract",
        reason: "poisoned",
        patch: {},
      });
      const n = written.poison;
      expect(undone).toMatchObject({ status: "approved", matched: n, edited: n });
      for (const query of [...topics.slice(0, 20).map(questionOf), poisonMark, undefined]) {
        const answers: unknown[] = [await build(query), await build(query, { session_id: "browsing" })];
        if (query !== undefined) {
          answers.push(
            await memory.call(assistant, "searchChunks", { query, channel: "private", limit: 50 }),
          );
          answers.push(await memory.call(assistant, "recall", { query, channel: "private", limit: 50 }));
        }
        const [acb, browsing, ...rest] = answers as [
          { provenance: object },
          { provenance: object },
          ...object[],
        ];
        for (const answer of [{ ...acb, provenance: 0 }, { ...browsing, provenance: 0 }, ...rest]) {
          expect(JSON.stringify(answer)).not.toContain(poisonMark);
        }
      }
    },
    3 * minutes,
  );
});
