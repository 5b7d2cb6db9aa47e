import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../../db/testing/index.js";
import { agent, human, openTestMemory, type TestMemory } from "../../testing/test-memory.js";
import { codeOf, refusal, surgery } from "../testing/surgery.js";

describe.each(engines)("amending attributes on $name", (engine) => {
  let memory: TestMemory;
  beforeAll(async () => {
    memory = await openTestMemory(engine);
  });
  afterAll(() => memory.close());
  const { edit, get, history, approve, derive } = surgery(() => memory);
  const [ann, bot] = [human("ann"), agent("bot")];
  const decide = async (decision: string, more: object = {}) =>
    (await memory.call(ann, "createDecision", { decision, ...more })).memory_id;
  const amend = (id: string, attributes: object, more: object = {}, who = ann) =>
    edit(who, id, { op: "amend", patch: { attributes }, ...more });

  it("is possible where the same text was retracted elsewhere, as long as the text stays", async () => {
    const [first, second] = [await decide("One of two"), await decide("One of two")];
    await edit(ann, first, { op: "retract", twins: "leave" });
    expect(await amend(second, { refs: ["a"] })).toMatchObject({ status: "approved" });
    expect(await amend(second, { refs: ["b"] }, {}, bot)).toMatchObject({ status: "pending" });
    expect((await history(second)).current.attributes).toMatchObject({ refs: ["a"] });
    const third = await decide("The other of two");
    expect(await codeOf(amend(third, { decision: "One of two" }))).toBe("TOMBSTONED");
  });

  it("leaves what was derived from the memory in sight if its text stays", async () => {
    const id = await decide("Ship on Fridays");
    const summary = await derive("They ship on Fridays", [id]);
    expect(await amend(id, { refs: ["a"] }, { cascade: "rederive" })).toMatchObject({ cascaded: 0 });
    expect((await get(summary))?.text).toBe("They ship on Fridays");
  });

  it("carries no correction over that the other kind does not take", async () => {
    const source = await derive("The host is fir", []);
    const { memory_id } = await memory.call(ann, "remember", {
      text: "Use the host",
      kind: "decision",
      derived_from: [source],
    });
    await amend(memory_id, { refs: ["fir"] });
    await edit(ann, source, {
      op: "amend",
      patch: { text: `The host is ${"x".repeat(600)}` },
      cascade: "rederive",
    });
    const { current } = await history(memory_id);
    expect(current).toMatchObject({ is_quarantined: true, attributes: { refs: ["fir"] } });
  });

  it("refuses an approval that makes the text longer than the limit", async () => {
    const id = await decide("Write it all down");
    const lines = Array.from({ length: 15 }, () => "x".repeat(4_000));
    const first = await amend(id, { rationale: lines }, {}, bot);
    const second = await amend(id, { constraints: lines }, {}, bot);
    expect(await approve(first.edit_id)).toMatchObject({ status: "approved" });
    const { code, message } = await refusal(approve(second.edit_id));
    expect(code).toBe("CONFLICT");
    expect(message).toContain("more than 100000 characters");
    expect((await history(id)).current.attributes).toMatchObject({ constraints: [] });
  });

  it("needs an attribute, and none that the text stands for already", async () => {
    const id = await decide("Speak plainly");
    const refused = [
      await refusal(amend(id, {})),
      await refusal(
        edit(ann, id, { op: "amend", patch: { text: "Speak up", attributes: { decision: "Speak low" } } }),
      ),
      await refusal(amend(id, { "": 1 })),
    ];
    expect(refused.map(({ code }) => code)).toEqual(Array(3).fill("VALIDATION_ERROR"));
    expect(refused.map(({ message }) => message)).toEqual([
      "patch.attributes: names no attribute.",
      "patch.text stands for the attribute decision here; give one of the two.",
      "patch.attributes. must not be empty",
    ]);
    expect((await history(id)).edits).toEqual([]);
  });

  it("is what a correction asks for that keeps other attributes", async () => {
    const id = await decide("Dates carry no year", { rationale: ["Readers skip yaers"] });
    const correct = async (text: string) =>
      (await memory.call(ann, "correct", { memory_id: id, text, reason: "a slip" })).message;
    expect(await correct("Dates have no year")).toContain("followed by its other attributes as they were");
    expect(await correct("Dates need no year\nRationale: Readers skip yaers")).not.toContain("followed by");
    expect((await get(id))?.text).toBe("Dates need no year\nRationale: Readers skip yaers");
  });
});
