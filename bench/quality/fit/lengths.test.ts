import { expect, it } from "vitest";
import { lengthsLeftOut, type Tried } from "./lengths.js";
import type { Explained } from "./weights.js";

const question = (conversation: string, place: number): Explained => ({
  conversation,
  category: "all",
  evidence: ["e"],
  ranking: [...Array.from({ length: place }, (_, at) => `other-${at}`), "e"],
  results: [],
});

it("chooses a length by the other conversations, and shipped lengths where nothing is better", () => {
  const shipped = ["a", "b", "c"].map((name) => question(name, 3));
  const worse = ["a", "b", "c"].map((name) => question(name, 5));
  // Better for one conversation by far, and worse for the others.
  const forA = [question("a", 0), question("b", 4), question("c", 4)];
  const tried = {
    near: new Map([
      [30, shipped],
      [60, worse],
      [15, forA],
    ]),
  } as unknown as Tried;
  const [near] = lengthsLeftOut(tried);
  expect(near).toMatchObject({ length: "near", shipped: 30, chosen: { a: 30, b: 15, c: 15 } });
  const without = lengthsLeftOut({
    near: new Map([
      [30, shipped],
      [60, worse],
    ]),
  } as unknown as Tried);
  expect(without[0]!.chosen).toEqual({ a: 30, b: 30, c: 30 });
});
