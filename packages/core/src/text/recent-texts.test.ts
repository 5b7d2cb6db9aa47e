import { expect, it } from "vitest";
import { RecentTexts } from "./recent-texts.js";

it("keeps what comes again and forgets what does not", () => {
  const texts = new RecentTexts<number>({ size: 2, longest: 10 });
  texts.set("often", 1);
  for (let n = 0; n < 20; n++) {
    texts.set(`once ${n}`, n);
    expect(texts.get("often")).toBe(1);
  }
  expect(texts.get("once 0")).toBeUndefined();
  expect(texts.get("once 19")).toBe(19);
});

it("does not keep long texts", () => {
  const texts = new RecentTexts<number>({ size: 2, longest: 3 });
  texts.set("long", 1);
  expect(texts.get("long")).toBeUndefined();
});
