import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../db/testing/index.js";
import { message } from "../testing/samples.js";
import { human, openTestMemory, type TestMemory } from "../testing/test-memory.js";
import { outsideFences } from "./testing/outside-fences.js";
import {
  assistant,
  attacker,
  benign,
  paths,
  poisonAside,
  poisonMark,
  questionOf,
  topics,
} from "./testing/poison.js";

const minutes = 60_000;
const asked = topics.slice(0, 12);
const questions = [undefined, ...asked.map(questionOf)];
const sessions = ["work", "browsing", "attack-boiler-key"];
/** The first two questions are asked in every session, the others in one each. */
const sessionsFor = (n: number): string[] => (n < 2 ? sessions : [sessions[n % sessions.length]!]);
const versions = (["people", "agents"] as const).flatMap((by) =>
  [false, true].map((invented) => ({ benign: by, invented })),
);
const cases = engines.flatMap((engine) =>
  versions
    // Contexts are built alike on both engines: on the embedded one each way to vary them is tried once.
    .filter(({ benign: by, invented }) => engine.name === "postgres" || invented === (by === "agents"))
    .map((version) => ({ engine, version })),
);

describe.each(cases)(
  "poison among memories of $version.benign, invented actors: $version.invented, on $engine.name",
  (given) => {
    const { engine, version } = given;
    let memory: TestMemory;
    const [benignPerTopic, poisonPerPath] = engine.name === "postgres" ? [24, 2] : [12, 1];
    const aside = 3;
    const poison = asked.length * poisonPerPath * 4 + aside;

    beforeAll(async () => {
      memory = await openTestMemory(engine);
      const said = benign(benignPerTopic, asked, version).map(({ text, who }, n) => {
        const spoken = { session_id: `talk-${n % 90}`, actor_type: who.type as "human", actor_id: who.id };
        return { who, event: message(text, { ...spoken, content: { scope: "user" } }) };
      });
      for (const [id, who] of new Map(said.map(({ who }) => [who.id, who]))) {
        const events = said.filter((turn) => turn.who.id === id).map(({ event }) => event);
        await memory.call(who, "recordEvents", { events, atomic: true });
      }
      for (const path of Object.values(paths))
        for (const topic of asked)
          for (let n = 0; n < poisonPerPath; n++) await path(memory, version, topic, n);
      await poisonAside(memory);
    }, 10 * minutes);
    afterAll(() => memory.close());

    const build = async (query: string | undefined, more: object = {}) => {
      const inputs = {
        session_id: "work",
        channel: "private" as const,
        query,
        max_tokens: 8_000,
        ...more,
      };
      return (await memory.call(assistant, "buildAcb", inputs)).acb;
    };
    const recall = (query: string, limit = 10) =>
      memory.call(assistant, "recall", { query, channel: "private", limit });
    const poisoned = (texts: { text: string }[]) =>
      texts.filter(({ text }) => text.includes(poisonMark)).length;

    it(
      "lets none drive a context: each is quoted, without a live address, and none is a rule",
      async () => {
        for (const [n, query] of questions.entries()) {
          for (const session_id of sessionsFor(n)) {
            const { prompt, sections } = await build(query, { session_id });
            expect(outsideFences(prompt)).not.toContain(poisonMark);
            expect(prompt).not.toMatch(/https?:\/\//);
            expect(prompt).not.toContain("](");
            for (const { name, items } of sections) {
              const foreign = items.filter(({ writer }) => writer === "agent:mallory");
              expect(foreign.length, name).toBeLessThanOrEqual(name === "rules" ? 0 : 3);
              expect(new Set(foreign.map(({ trust }) => trust)), name).toEqual(
                new Set(foreign.length > 0 ? ["untrusted"] : []),
              );
            }
          }
        }
      },
      3 * minutes,
    );

    it(
      "keeps to its share of the first ten results, wherever one asks",
      async () => {
        const shares = { search: 0, recall: 0, evidence: 0 };
        for (const query of asked.map(questionOf)) {
          const { chunks } = await memory.call(assistant, "searchChunks", {
            query,
            channel: "private",
            limit: 10,
          });
          const { memories } = await recall(query);
          const { session } = await build(query);
          for (const [surface, found] of [
            ["search", chunks],
            ["recall", memories],
            ["evidence", session.chunks.slice(0, 10)],
          ] as const) {
            expect(found).toHaveLength(10);
            expect(poisoned(found), surface).toBeLessThanOrEqual(3);
            shares[surface] += poisoned(found);
          }
        }
        if (version.benign === "agents") return;
        for (const [surface, n] of Object.entries(shares))
          expect(n / (asked.length * 10), surface).toBeLessThanOrEqual(0.05);
      },
      3 * minutes,
    );

    it(
      "is taken back by one call, and nothing of it is left anywhere",
      async () => {
        const undone = await memory.call(human(), "bulkEdit", {
          ...{ writer: "agent:mallory", op: "retract", reason: "poisoned", suspend: true },
        });
        expect(undone).toMatchObject({ status: "approved", matched: poison, edited: poison });
        expect(undone.rollback).toMatchObject({ rejected: 1, job_id: null });
        for (const who of [assistant, attacker, human()]) {
          const found = await memory.call(who, "recall", {
            query: poisonMark,
            channel: "private",
            limit: 50,
          });
          expect(poisoned(found.memories)).toBe(0);
          const list = await memory.call(who, "listCapsules", {});
          expect(list.capsules.filter(({ author_agent_id }) => author_agent_id === "mallory")).toEqual(
            who === assistant ? [] : expect.any(Array),
          );
        }
        for (const [n, query] of questions.entries()) {
          for (const session_id of sessionsFor(n)) {
            const { sections, prompt, capsules } = await build(query, { session_id });
            expect(prompt).not.toContain(poisonMark);
            expect(poisoned(sections.flatMap(({ items }) => items))).toBe(0);
            expect(capsules).toEqual([]);
          }
        }
        const [left] = await memory.database.ownerQuery<{ n: number }>(
          "select count(*)::integer as n from palimpsest.memory where writer = 'agent:mallory' and not retracted",
        );
        expect(left?.n).toBe(0);
      },
      3 * minutes,
    );
  },
);
