import { expect, it } from "vitest";
import { isSigned, publicKeyOf, signReceipt } from "./receipt.js";
import { judge } from "./run/scan.js";
import { namePattern, names, subjectDigest } from "./subject.js";

it("finds a name as a word, whatever its case, and escapes what a pattern would read", () => {
  expect(names("Ask Ada.", "ada")).toBe(true);
  expect(names("in Canada", "ada")).toBe(false);
  expect(names("a.b+c is here", "a.b+c")).toBe(true);
  expect(names("aXb+c is here", "a.b+c")).toBe(false);
  expect(names("guest-1 asked", "guest-1")).toBe(true);
  expect(names("田中さんは言った", "田中")).toBe(true);
  expect(namePattern("a.b+c")).toBe("(^|[^[:alnum:]_])a\\.b\\+c($|[^[:alnum:]_])");
  expect(namePattern("田中")).toBe("田中");
});

it("keeps of a subject a digest that needs the tenant's key", () => {
  const of = { subject_type: "user", subject_id: "ada" };
  const [one, other] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
  expect(subjectDigest(one, of)).toMatch(/^[0-9a-f]{64}$/);
  expect(subjectDigest(one, of)).not.toBe(subjectDigest(other, of));
  expect(subjectDigest(one, of)).not.toBe(subjectDigest(one, { ...of, subject_type: "team" }));
});

it("signs a receipt whatever the order of its fields, with a key of the tenant's own", () => {
  const [one, other] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
  const signature = signReceipt(one, { a: 1, b: [2] });
  expect(isSigned(one, { b: [2], a: 1 }, signature)).toBe(true);
  expect(isSigned(one, { a: 1, b: [3] }, signature)).toBe(false);
  expect(isSigned(other, { a: 1, b: [2] }, signature)).toBe(false);
  expect(Buffer.from(publicKeyOf(one), "base64")).toHaveLength(32);
});

it("tells what must not be left from what may", () => {
  const scanned = { tables: 0, residue: [], left: { ids: {}, texts: {}, names: {} } };
  const none = { exact: 0, inside: 0, pieces: 0, about: 0, names: 0 };
  judge(scanned, "audit_entry", { ...none, inside: 3 });
  judge(scanned, "memory", { ...none, pieces: 1, names: 2 });
  judge(scanned, "job", { ...none, inside: 1 });
  judge(scanned, "audit_entry", { ...none, pieces: 1 });
  judge(scanned, "a_table_of_tomorrow", { ...none, exact: 1, pieces: 1, about: 1 });
  expect(scanned.left).toEqual({ ids: { audit_entry: 3 }, texts: { memory: 1 }, names: { memory: 2 } });
  expect(scanned.residue).toEqual([
    { table: "job", what: "id", rows: 1 },
    { table: "audit_entry", what: "text", rows: 1 },
    { table: "a_table_of_tomorrow", what: "subject", rows: 1 },
    { table: "a_table_of_tomorrow", what: "id", rows: 1 },
    { table: "a_table_of_tomorrow", what: "text", rows: 1 },
  ]);
});
