import fc from "fast-check";
import { expect, test } from "vitest";
import { compilePattern } from "./compile.js";
import { presentIn } from "./required.js";

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
const assertion = fc.constantFrom("^", "$", "\\b", "\\B", "(?:^|b)", "(?:\\b|a)");
const small = fc.constantFrom("", "", "+", "*", "?", "{2}");
const sequence = (part: fc.Arbitrary<string[]>, maxLength: number) =>
  fc.array(part, { minLength: 1, maxLength }).map((parts) => parts.flat().join(""));
const source = sequence(fc.oneof({ weight: 4, arbitrary: fc.tuple(atom, small) }, fc.tuple(assertion)), 4);
const text = fc.string({ unit: fc.constantFrom("a", "a", "b", "1", " ", "\n"), maxLength: 12 });

/** Sets of more than 32 positions, which take several words. */
const longSource = sequence(
  fc.tuple(
    fc.constantFrom("a", "b", "[ab]", "."),
    fc.constantFrom("", "{31}", "{33}", "{2,34}", "{32,}", "?"),
  ),
  3,
);
const longText = fc
  .tuple(text, fc.integer({ min: 30, max: 66 }), text)
  .map(([before, many, after]) => before + "a".repeat(many) + after);

/** Which characters belong to a match of a backtracking engine from some place to another. */
function coveredIn(find: string, within: string): boolean[] {
  const covered = new Array<boolean>(within.length).fill(false);
  for (let start = 0; start < within.length; start++) {
    for (let end = start + 1; end <= within.length; end++) {
      const there = `(?<=^[^]{${start}})(?:${find})(?=[^]{${within.length - end}}$)`;
      if (new RegExp(there).test(within)) covered.fill(true, start, end);
    }
  }
  return covered;
}

test.each([
  ["short", source, text, 400],
  ["long", longSource, longText, 12],
] as const)(
  "finds each character of each match that a backtracking engine finds in a %s text",
  (_, sources, texts, numRuns) => {
    fc.assert(
      fc.property(sources, texts, (find, within) => {
        const pattern = compilePattern(find);
        if ("refused" in pattern) return;
        const marked = new Array<boolean>(within.length).fill(false);
        const found = pattern.find(within);
        expect(found.length === 0 || pattern.canMatch(presentIn(within))).toBe(true);
        for (const { start, end } of found) marked.fill(true, start, end);
        expect(marked).toEqual(coveredIn(find, within));
      }),
      { numRuns },
    );
  },
);

test.each<[string, string, boolean]>([
  ["EMP-\\d{4}", "The heron waits", false],
  ["EMP-\\d{4}", "PEM: 1-2", true],
  ["(?i)emp-\\d+", "emp-1", true],
  ["(?:EMP|BADGE)-?\\d*", "nothing of it", true],
  ["a?b", "b", true],
  ["日本\\d", "中国 1", true],
  ["日本\\d", "Japan 1", false],
  ["[^a]b", "b", true],
  ["[^a]b", "é", false],
])("tells of %s in %j by its characters whether it can match: %s", (find, within, expected) => {
  const pattern = compilePattern(find);
  if ("refused" in pattern) throw new Error(pattern.refused);
  expect(pattern.canMatch(presentIn(within))).toBe(expected);
});

test("finds the same in small slices", () => {
  fc.assert(
    fc.property(source, fc.array(text), fc.integer({ min: 1, max: 40 }), (find, texts, budget) => {
      const pattern = compilePattern(find);
      if ("refused" in pattern) return;
      const whole = texts.join("");
      const search = pattern.search(whole);
      while (search.advance(budget) <= 0);
      expect(search.matches).toEqual(pattern.find(whole));
    }),
    { numRuns: 200 },
  );
});

/** Milliseconds of processor time. */
const timeOf = (work: () => void): number => {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
};

/** Letters in no order, so that no set of positions comes again. */
function shuffled(letters: string, length: number): string {
  let seed = 12_345;
  return Array.from({ length }, () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    return letters.charAt((seed >> 16) % letters.length);
  }).join("");
}

test.each([
  ["(?:a+)+b", "a"],
  ["(?:a|a)*b", "a"],
  ["a.*b", "a"],
  ["(?:a?){30}a{30}b", "a"],
  ["a|a.*b", "a"],
  ["(?:x+x+)+y", "x"],
  ["[ab]*a[ab]{9}b", "ab"],
  ["a[ab]{200}", "ab"],
  ["[ab]*a[ab]{400}c", "ab"],
])("takes time in proportion to the text: %s", (find, letters) => {
  const pattern = compilePattern(find);
  if ("refused" in pattern) throw new Error(pattern.refused);
  const [short, long] = [shuffled(letters, 8_192), shuffled(letters, 65_536)];
  const eighth = timeOf(() => pattern.find(short));
  // Quadratic work grows to 64 times as much. A set of sets for each character would take seconds.
  expect(timeOf(() => pattern.find(long))).toBeLessThan(24 * Math.min(eighth, 20) + 200);
});

test("interrupts itself in a long text", () => {
  const pattern = compilePattern("a[ab]{200}");
  if ("refused" in pattern) throw new Error(pattern.refused);
  const slices = (length: number) => {
    const search = pattern.search(shuffled("ab", length));
    let count = 1;
    while (search.advance(100_000) <= 0) count++;
    return count;
  };
  expect(slices(1_000)).toBe(1);
  expect(slices(32_768)).toBeGreaterThan(10);
});
