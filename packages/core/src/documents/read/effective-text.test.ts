import { describe, expect, it } from "vitest";
import { effectivePassages, effectiveText, type Passage } from "./effective-text.js";

const original = "one two three\nfour five six";
const part = (start: number, end: number, more: Partial<Passage> = {}): Passage => ({
  ...{ start, end, text: original.slice(start, end), state: "plain" },
  ...more,
});
const blocks = (text: string) => text.replace(/[^\n]/g, "█");
const withheld = (start: number, end: number) =>
  part(start, end, { text: blocks(original.slice(start, end)), state: "withheld" });

describe("the text of a document", () => {
  it("is what was ingested, whatever its passages share", () => {
    expect(effectiveText([part(0, 10), part(4, 18), part(14, original.length)])).toBe(original);
    expect(effectiveText([part(0, original.length)])).toBe(original);
  });

  it("shows blocks for what is withheld, also where a neighbour has the same words", () => {
    const passages = [part(0, 10), withheld(8, 18), part(14, original.length)];
    const text = effectiveText(passages);
    expect(text).toBe(`one two ${blocks(original.slice(8, 18))} five six`);
    expect(text).toHaveLength(original.length);
    expect(effectivePassages(passages)).toEqual([
      "one two ██",
      blocks(original.slice(8, 18)),
      "████ five six",
    ]);
  });

  it("shows the words that an edit put in, in place of the old ones", () => {
    const amended = part(8, 18, { text: "3 and 4", state: "amended" });
    expect(effectiveText([part(0, 10), amended, part(14, original.length)])).toBe("one two 3 and 4 five six");
    expect(effectiveText([withheld(0, 10), amended, part(14, original.length)])).toBe(
      "██████████3 and 4 five six",
    );
  });
});
