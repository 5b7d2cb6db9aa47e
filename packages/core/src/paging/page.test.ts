import { createHmac, randomBytes } from "node:crypto";
import type { OperationName } from "@palimpsest/contract";
import { describe, expect, it } from "vitest";
import { agent, human, tenantB } from "../testing/test-memory.js";
import { type Position, pageOf } from "./page.js";

const digestKey = randomBytes(32);
const ann = { who: human("ann"), digestKey };
const filters = { session_id: "s1", tags: ["a"], limit: 2 };
const position: Position = ["2026-01-02T03:04:05.678901Z", 3, true, "chk_1"];
const cursorOf = () => pageOf(ann, "listMemories", filters).cut([1, 2, 3], () => position).next.next_cursor!;
const take = (cursor: string, input: object = {}, context = ann, operation: OperationName = "listMemories") =>
  pageOf(context, operation, { ...filters, ...input, cursor }).after;

describe("a cursor", () => {
  it("gives back the position of the last row that was shown", () => {
    const page = pageOf(ann, "listMemories", filters);
    expect(page.after).toBeUndefined();
    expect(page.rows).toBe(3);
    expect(page.cut([1, 2, 3], (n) => [n])).toMatchObject({ shown: [1, 2] });
    expect(take(cursorOf())).toEqual(position);
  });

  it("of a long position is less than half as long as it would be in full", () => {
    const long = Array.from({ length: 132 }, (_, n) => [
      `clm_${String(createHmac("sha256", "id").update(`${n}`).digest().readBigUInt64BE()).padStart(27, "7")}`,
      ...[Math.round(1e6 / (n + 1.5)) / 1e6, Math.round(1e6 / (n + 1.1)) / 1e6, n],
    ]).flat();
    const cursor = pageOf(ann, "listMemories", filters).cursorAt(long);
    expect(take(cursor)).toEqual(long);
    expect(cursor.length).toBeLessThan(JSON.stringify(long).length * 0.6);
    const altered = cursor.slice(0, 90) + (cursor[90] === "A" ? "B" : "A") + cursor.slice(91);
    expect(() => take(altered)).toThrow(/begin without it/);
  });

  it("is not given on the last page", () => {
    for (const rows of [[], [1], [1, 2]]) {
      expect(pageOf(ann, "listMemories", filters).cut(rows, (n) => [n])).toEqual({ shown: rows, next: {} });
    }
  });

  it("fits whatever the size of the page, and whether or not the total is asked for", () => {
    expect(take(cursorOf(), { limit: 100, total: true })).toEqual(position);
  });

  it("is refused for another list, caller, filter or order", () => {
    const cursor = cursorOf();
    const others: Parameters<typeof take>[] = [
      [cursor, {}, ann, "listEdits"],
      [cursor, {}, { who: human("bob"), digestKey }],
      [cursor, {}, { who: agent("ann"), digestKey }],
      [cursor, {}, { who: human("ann", tenantB), digestKey }],
      [cursor, {}, { who: human("ann"), digestKey: randomBytes(32) }],
      [cursor, { session_id: "s2" }],
      [cursor, { session_id: undefined }],
      [cursor, { tags: ["b"] }],
      [cursor, { order: "oldest" }],
    ];
    for (const other of others) {
      expect(() => take(...other), JSON.stringify(other.slice(1))).toThrow(/begin without it/);
    }
  });

  it("is refused when any bit of it has changed", () => {
    const cursor = cursorOf();
    for (let at = 0; at < cursor.length; at++) {
      for (let bit = 0; bit < 7; bit++) {
        const changed = String.fromCharCode(cursor.charCodeAt(at) ^ (1 << bit));
        const altered = cursor.slice(0, at) + changed + cursor.slice(at + 1);
        expect(() => take(altered), altered).toThrow(/begin without it/);
      }
    }
    for (const other of [`${cursor}=`, `${cursor}A`, cursor.slice(0, -1), cursor.slice(1), "", "A", "null"]) {
      expect(() => take(other), other).toThrow(/begin without it/);
    }
  });

  it("cannot be signed with a digest of a text", () => {
    const text = JSON.stringify(position);
    const digest = createHmac("sha256", digestKey).update(text).digest().subarray(0, 16);
    expect(() => take(Buffer.concat([digest, Buffer.from(text)]).toString("base64url"))).toThrow();
  });
});
