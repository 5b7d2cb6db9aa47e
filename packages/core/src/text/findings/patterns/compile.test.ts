import fc from "fast-check";
import { expect, test } from "vitest";
import { compilePattern } from "./compile.js";

function found(source: string, text: string): string[] {
  const pattern = compilePattern(source);
  if ("refused" in pattern) throw new Error(pattern.refused);
  return pattern.find(text).map(({ start, end }) => text.slice(start, end));
}

test.each<[string, string, string[]]>([
  ["EMP-\\d{4}", "EMP-1234, emp-5678 and EMP-99", ["EMP-1234"]],
  ["(?i)emp-\\d{4}", "EMP-1234, emp-5678", ["EMP-1234", "emp-5678"]],
  ["colou?r", "color colour colr", ["color", "colour"]],
  ["(?:ab|cd)+", "xababcdx", ["ababcd"]],
  ["a.*b", "a1\na2b3", ["a2b"]],
  ["^start|end$", "start end start end", ["start", "end"]],
  ["\\bcat\\b", "cat concat cat", ["cat", "cat"]],
  ["\\Bcat", "cat concat", ["cat"]],
  ["[^a-c]+", "abcXYZabc", ["XYZ"]],
  ["[\\d.-]{3,}", "1.2-3 4", ["1.2-3"]],
  ["\\x41\\u0042", "AB", ["AB"]],
  ["\\p{sc=Greek}+", "abc αβγ", ["αβγ"]],
  ["(?<year>\\d{4})-(\\d\\d)", "2024-05", ["2024-05"]],
  ["a{2,}?", "a aa aaa", ["aa", "aaa"]],
  ["😀+", "x😀😀y", ["😀😀"]],
  ["日本|中国", "在日本和中国", ["日本", "中国"]],
])("%s in %j", (source, text, expected) => {
  expect(found(source, text)).toEqual(expected);
});

test.each([
  ["(?=a)b", "look-around"],
  ["(?<!a)b", "look-around"],
  ["(a)\\1", "back-reference"],
  ["(?<n>a)\\k<n>", "back-reference"],
  ["a*", "empty text"],
  ["(?:a|)", "empty text"],
  ["", "empty text"],
  ["\\b", "empty text"],
  ["(?:a{1000}){1000}", "too many repetitions"],
  ["a{2000}", "more than 1000 times"],
  ["a{3,2}", "out of order"],
  ["(a", "without a )"],
  ["a)", "without a ("],
  ["[a", "without a ]"],
  ["[]", "empty [ ]"],
  ["[z-a]", "range"],
  ["+a", "nothing before it"],
  ["a\\", "ends with"],
  ["\\q", "not known"],
  ["\\p{Nonsense}", "not known"],
  ["(?i:a)", "not known"],
  ["a**", "quantifier"],
  ["a{2}{3}", "quantifier"],
  ["(".repeat(60), "nested"],
])("refuses %s", (source, reason) => {
  expect(compilePattern(source)).toEqual({ refused: expect.stringContaining(reason) });
});

const atom = fc.constantFrom("a", "b", "[ab]", "[^a]", ".", "\\d", "(?:ab|b)", "(?:a|bb?)", "(?:a{1,2})");
const source = fc
  .array(fc.tuple(atom, fc.constantFrom("", "", "+", "*", "?", "{2}")), { minLength: 1, maxLength: 4 })
  .map((parts) => parts.map((part) => part.join("")).join(""));

test("finds each character of each match that a backtracking engine finds from some place", () => {
  fc.assert(
    fc.property(
      source,
      fc.string({ unit: fc.constantFrom("a", "b", "1", "\n"), maxLength: 12 }),
      (find, text) => {
        const pattern = compilePattern(find);
        if ("refused" in pattern) return;
        const covered = new Array<boolean>(text.length).fill(false);
        for (let start = 0; start < text.length; start++) {
          for (let end = start + 1; end <= text.length; end++) {
            if (new RegExp(`^(?:${find})$`).test(text.slice(start, end))) covered.fill(true, start, end);
          }
        }
        const marked = new Array<boolean>(text.length).fill(false);
        for (const { start, end } of pattern.find(text)) marked.fill(true, start, end);
        expect(marked).toEqual(covered);
      },
    ),
    { numRuns: 400 },
  );
});

test.each([
  ["(?:a+)+b", "a"],
  ["(?:a|a)*b", "a"],
  ["a.*b", "a"],
  ["(?:a?){30}a{30}b", "a"],
  ["a|a.*b", "a"],
  ["(?:x+x+)+y", "x"],
  ["[ab]*a[ab]{9}b", "ab"],
])("takes steps in proportion to the text: %s", (find, unit) => {
  const pattern = compilePattern(find);
  if ("refused" in pattern) throw new Error(pattern.refused);
  const steps = (length: number) => {
    let taken = 0;
    pattern.find(unit.repeat(length / unit.length), (counted) => {
      taken = counted;
    });
    return taken;
  };
  // A table of states is made first; it does not grow with the text.
  const [once, twice, fourfold] = [steps(20_000), steps(40_000), steps(80_000)];
  expect(fourfold - twice).toBeLessThan(2.5 * (twice - once));
});
