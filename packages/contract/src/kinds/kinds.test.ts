import { describe, expect, it } from "vitest";
import { z } from "zod";
import { contract, findKind, kindName, kindNames, kindOf, registerKind } from "../index.js";

const decision = {
  decision: "Dates carry no year",
  rationale: ["Readers skip years"],
  constraints: ["One line\nper date"],
};

describe("the registry of kinds", () => {
  it("knows the shipped kinds by name", () => {
    expect(kindNames()).toEqual([
      "chunk",
      "interaction",
      "fact",
      "episode",
      "procedure",
      "decision",
      "task",
      "rule",
      "capsule",
      "censor",
      "artifact",
      "semantic_event",
    ]);
    expect(findKind("sonnet")).toBeUndefined();
    expect(() => kindOf("sonnet")).toThrow("sonnet");
  });

  it("refuses a name, a prefix or an amendable attribute that cannot be", () => {
    const { chunk } = { chunk: kindOf("chunk") };
    expect(() => registerKind({ ...chunk, prefix: "new" })).toThrow("already registered");
    expect(() => registerKind({ ...chunk, name: "new" })).toThrow("already registered");
    const amendable = { text: true, attributes: ["colour"] };
    expect(() => registerKind({ ...chunk, name: "new", prefix: "new", amendable })).toThrow("colour");
  });

  it("lists the kinds that a field takes where the API is described, and names them when it refuses one", () => {
    const capsuleItem = kindName(({ inCapsules }) => inCapsules, ["artifact"]);
    expect(z.toJSONSchema(capsuleItem)).toMatchObject({
      type: "string",
      enum: [
        "artifact",
        "chunk",
        "interaction",
        "fact",
        "episode",
        "procedure",
        "decision",
        "task",
        "rule",
        "censor",
        "semantic_event",
      ],
    });
    expect(capsuleItem.safeParse("capsule").error?.issues[0]?.message).toBe(
      "must be one of artifact, chunk, interaction, fact, episode, procedure, decision, task, rule, censor, semantic_event",
    );
    expect(contract.recall.output.shape.memories.element.shape.kind.safeParse("rule").success).toBe(true);
  });
});

describe("the text of a decision", () => {
  const { text } = kindOf("decision");

  it("is composed of what was decided and a line for each entry of its lists", () => {
    expect(text?.compose(decision)).toBe(
      "Dates carry no year\nRationale: Readers skip years\nConstraint: One line per date",
    );
  });

  it("keeps a line of its own that looks like an entry", () => {
    const own = { decision: "Ship it\nRationale: is what the form asks for" };
    expect(text?.compose({ ...own, rationale: ["It works"] })).toBe(
      "Ship it\nRationale: is what the form asks for\nRationale: It works",
    );
  });

  it("can be corrected as a whole: the lines of its lists are not taken into what was decided", () => {
    const corrected = "Dates carry a year\nRationale: Readers skip years\nConstraint: One line per date";
    expect(text?.parse(corrected, decision)).toEqual({ decision: "Dates carry a year" });
    expect(text?.parse("Dates carry a year", decision)).toEqual({ decision: "Dates carry a year" });
  });
});

describe("the text of a task", () => {
  const { text } = kindOf("task");

  it("is its title in one line, then its details", () => {
    expect(text?.compose({ title: "Water\nthe ferns", details: "Twice a week" })).toBe(
      "Water the ferns\nTwice a week",
    );
    expect(text?.compose({ title: "Water the ferns" })).toBe("Water the ferns");
  });

  it("keeps its details when only a title is given", () => {
    expect(text?.parse("Water the palms", {})).toEqual({ title: "Water the palms" });
    expect(text?.parse("Water the palms\nDaily", {})).toEqual({ title: "Water the palms", details: "Daily" });
  });
});
