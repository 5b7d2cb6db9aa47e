import { describe, expect, it } from "vitest";
import { livesOf } from "./lives-of.mjs";
import { summarise } from "./summarise.mjs";

describe("npm run test:lives", () => {
  it("shares the lives between the engines", () => {
    expect(livesOf({ lives: "10000", seed: "7" })).toEqual({
      perEngine: 5_000,
      throughSurfaces: 50,
      seed: 7,
      engine: undefined,
    });
    expect(livesOf({ lives: "30", engine: "postgres" })).toMatchObject({ perEngine: 30, throughSurfaces: 1 });
  });

  it.each([{ lives: "0" }, { lives: "many" }, { seed: "-1" }, { engine: "oracle" }])(
    "explains itself when asked for %j",
    (values) => expect(() => livesOf(values)).toThrow("Usage: npm run test:lives"),
  );

  it("adds up what the tests report, names each divergence and how to repeat it", () => {
    const report = { what: "in batches", engine: "embedded", lives: 1_000, compared: 2_500 };
    const wrong = { what: "in batches", engine: "postgres", lives: 1_000, compared: 10, divergences: ["oh"] };
    const asked = { perEngine: 1_000, seed: 7, engine: undefined };
    expect(summarise([{ ...report, divergences: [] }, wrong], asked)).toEqual({
      agrees: false,
      text: [
        "oh",
        "in batches on embedded: 1,000 lives, 2,500 reads compared, 0 divergences",
        "in batches on postgres: 1,000 lives, 10 reads compared, 1 divergences",
        "in all: 2,000 lives, 2,510 reads compared, 1 divergences",
        "to repeat: npm run test:lives -- --lives 2000 --seed 7",
      ].join("\n"),
    });
  });

  it("agrees only if every life was led", () => {
    const report = { what: "in batches", engine: "embedded", lives: 1_000, compared: 9, divergences: [] };
    const asked = { perEngine: 1_000, seed: 7, engine: "embedded" };
    expect(summarise([report], asked).agrees).toBe(true);
    expect(summarise([{ ...report, lives: 999 }], asked).agrees).toBe(false);
    expect(summarise([], asked).agrees).toBe(false);
  });
});
