import fc from "fast-check";
import { expect, test } from "vitest";
import { cpuTime } from "../../../../core/src/testing/cpu-time.js";
import { JsonScan } from "./scan-json.js";

/** What becomes of a text that arrives in pieces of this many bytes. */
const code = (text: string, pieceBytes = 65_536) => {
  try {
    const scan = new JsonScan();
    const bytes = Buffer.from(text);
    for (let at = 0; at < bytes.length; at += pieceBytes) scan.take(bytes.subarray(at, at + pieceBytes));
    return "passed";
  } catch (error) {
    return (error as { code: string }).code;
  }
};

test("32 levels pass and 33 do not, in arrays, objects and mixtures", () => {
  expect(code("[".repeat(32) + "]".repeat(32))).toBe("passed");
  expect(code("[".repeat(33) + "]".repeat(33))).toBe("TOO_DEEP");
  expect(code(`${'{"a":'.repeat(33)}1${"}".repeat(33)}`)).toBe("TOO_DEEP");
  expect(code(`${'[{"a":'.repeat(17)}1${"}]".repeat(17)}`)).toBe("TOO_DEEP");
});

test("a million brackets are scanned in little time", async () => {
  const deep = "[".repeat(1_000_000);
  const wide = `[${"[],".repeat(1_000_000)}1]`;
  expect([code(deep), code(wide)]).toEqual(["TOO_DEEP", "PAYLOAD_TOO_LARGE"]);
  expect(await cpuTime(() => [deep, wide].map((text) => code(text)))).toBeLessThan(500);
});

test("10,000 values pass and more do not, as items, keys or both", () => {
  const items = (n: number) => `[${Array.from({ length: n }, () => "0").join(",")}]`;
  const keys = (n: number) => `{${Array.from({ length: n }, (_, at) => `"k${at}":0`).join(",")}}`;
  expect(code(items(9_999))).toBe("passed");
  expect(code(keys(9_999))).toBe("passed");
  expect(code(items(10_000))).toBe("PAYLOAD_TOO_LARGE");
  expect(code(keys(10_000))).toBe("PAYLOAD_TOO_LARGE");
});

test("where a piece ends makes no difference", () => {
  const texts = ['{"a\\"é":1,"a\\"é":2}', '{"__pro\\u0074o__":1}', '{"a":"\\\\","b":["{","}"]}'];
  for (const text of texts) {
    const whole = code(text);
    for (let bytes = 1; bytes < text.length; bytes++) expect(code(text, bytes), text).toBe(whole);
  }
  expect(texts.map((text) => code(text))).toEqual(["INVALID_JSON", "VALIDATION_ERROR", "passed"]);
});

test("brackets and quotes inside strings do not count", () => {
  expect(code(JSON.stringify({ a: "[".repeat(100), b: '"{\\"', c: "\\" }))).toBe("passed");
});

test.each([
  ['{"a":1,"a":2}'],
  ['{"a":1,"\\u0061":2}'],
  ['{"x":[{"a":1},{"a":{"b":1,"c":2,"b":3}}]}'],
  ['{"":1,"":2}'],
])("a key given twice is refused: %s", (text) => {
  expect(code(text)).toBe("INVALID_JSON");
});

test.each([['{"a":[{"__proto__":{}}]}'], ['{"__proto\\u005f_":1}']])(
  "the key that readers drop is refused, however it is spelt: %s",
  (text) => {
    expect(code(text)).toBe("VALIDATION_ERROR");
  },
);

test.each([
  ['"__proto__"'],
  ['{"a":"a","b":"a"}'],
  ['[{"a":1},{"a":2}]'],
  ['{"a":{"a":{"a":1}}}'],
  ['["a","a"]'],
  ['{"a":["a","a"],"b":["a"]}'],
])("equal values and keys of different objects pass: %s", (text) => {
  expect(code(text)).toBe("passed");
});

test("whatever JSON.stringify writes within the depth passes", () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 8 }), (value) => {
      const text = JSON.stringify(value);
      fc.pre(!text.includes("__proto__"));
      expect(code(text)).toBe("passed");
    }),
  );
});

test("no text at all makes it throw anything but its own refusals", () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'[]{}",:\\u01a ') }), (text) => {
      expect(["passed", "TOO_DEEP", "INVALID_JSON"]).toContain(code(text));
    }),
  );
});
