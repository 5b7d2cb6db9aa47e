import fc from "fast-check";
import { expect, it } from "vitest";
import { capWriters, fitting, tellLeftOut } from "./cap-writers.js";

const of = (writer: string, count: number, limited = [writer]) =>
  Array.from({ length: count }, (_, n) => ({ id: `${writer} ${n}`, limited }));
const ids = (rows: { id: string }[]) => rows.map(({ id }) => id);

it("shows at most three of ten of one writer, also if it is the only one", () => {
  const { page, leftOut } = capWriters(of("agent:a", 20), 10, 3);
  expect(page).toHaveLength(3);
  expect(leftOut).toEqual(new Map([["agent:a", 17]]));
  expect(capWriters(of("human:ann", 20, []), 10, 3)).toEqual({
    page: of("human:ann", 20, []).slice(0, 10),
    leftOut: new Map(),
  });
});

it("lets what was over the limit begin the next ten", () => {
  const ranked = [...of("agent:a", 5), ...of("human:ann", 20, [])];
  const { page, leftOut } = capWriters(ranked, 20, 3);
  expect(ids(page.slice(0, 4))).toEqual(["agent:a 0", "agent:a 1", "agent:a 2", "human:ann 0"]);
  expect(ids(page.slice(9, 13))).toEqual(["human:ann 6", "agent:a 3", "agent:a 4", "human:ann 7"]);
  expect(leftOut.size).toBe(0);
});

it("counts what one writer edited for that writer too", () => {
  const ranked = [...of("agent:a", 2), ...of("agent:b", 5, ["agent:b", "agent:a"])];
  const { page, leftOut } = capWriters(ranked, 10, 3);
  expect(ids(page)).toEqual(["agent:a 0", "agent:a 1", "agent:b 0"]);
  expect(leftOut).toEqual(new Map([["agent:a", 4]]));
  expect(fitting(ranked, 10, 3)).toBe(3);
});

it("says what was left out, and where the setting is", () => {
  expect(tellLeftOut(new Map(), 3)).toBeUndefined();
  const told = tellLeftOut(new Map([["service:crm", 7]]), 3);
  expect(told).toMatch(/^Left out: 7 of service:crm\. At most 3 of ten .*retrieval\.trust\.writers\)\.$/);
});

it("never shows more than the limit in any first tens, and leaves nobody out without need", () => {
  const ranked = fc.array(
    fc.record({
      writers: fc.uniqueArray(fc.constantFrom("agent:a", "agent:b", "agent:c", "human:d"), { minLength: 1 }),
      score: fc.nat(),
    }),
    { maxLength: 80 },
  );
  fc.assert(
    fc.property(
      ranked,
      fc.integer({ min: 1, max: 50 }),
      fc.integer({ min: 0, max: 10 }),
      (given, limit, items) => {
        const rows = given.map((row, n) => ({
          ...row,
          id: `${n}`,
          limited: row.writers.filter((writer) => !writer.startsWith("human:")),
        }));
        const { page, leftOut } = capWriters(rows, limit, items);
        for (let tens = 1; tens * 10 < page.length + 10; tens += 1) {
          const counts = new Map<string, number>();
          for (const writer of page.slice(0, tens * 10).flatMap(({ limited }) => limited))
            counts.set(writer, (counts.get(writer) ?? 0) + 1);
          for (const n of counts.values()) expect(n).toBeLessThanOrEqual(items * tens);
        }
        expect(new Set(ids(page)).size).toBe(page.length);
        expect(page.length).toBeLessThanOrEqual(limit);
        if (page.length < limit) {
          const left = [...leftOut.values()].reduce((sum, n) => sum + n, 0);
          expect(page.length + left).toBe(rows.length);
        }
      },
    ),
  );
});
