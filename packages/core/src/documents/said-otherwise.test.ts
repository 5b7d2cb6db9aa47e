import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../db/testing/index.js";
import { ann, type EventWorld, openEventWorld } from "./testing/event-world.js";

describe.each(engines)("words taken out of one revision on $name", (engine) => {
  let world: EventWorld;
  beforeAll(async () => {
    world = await openEventWorld(engine);
  });
  afterAll(() => world.close());
  const edit = (op: string, target_id: string, patch: object = {}) =>
    world.memory.call(ann, "applyEdit", {
      ...{ op, target_id, target_type: "memory", patch, reason: "because" },
    } as never);
  const contentOf = async (artifact_id: string) =>
    (await world.memory.call(ann, "getArtifact", { artifact_id, include_content: true })).content!;
  const said = "The capuchin delivers; the red report is on the table by Friday.";
  it.each([
    ["hyphenates it", said, "Agenda\nThe capu-\nchin delivers; the red re-\nport is on the table by Friday."],
    ["has other lines after a heading", `Notes\n${said}`, `Minutes\n${said.replaceAll(" ", "\n")}`],
    ["has no lines", `Notes\nof today\n${said.replace("red ", "red\n")}`, `It rains. ${said}`],
    ["has other marks", said, said.replace("; the", ", the").replace(" is", "; is")],
    ["has more before and after it", said, `We said that ${said.replace(".", " at noon.")}`],
    ["has soft hyphens", said, said.replace("capuchin", "capu\u00adchin").replace("report", "re\u00adport")],
    [
      "is in another script",
      "我们决定在三月底之前搬到港口去住。",
      "Memo：我们决定在三月\n底之前搬到港口去住！",
    ],
  ])("are not shown by a revision that %s", async (how, first, second) => {
    for (const op of ["retract", "amend", "block"]) {
      const of = { source_id: `${how} ${op}`, channel: "team" };
      const text = `The ferry sails at night. And:\n${first}\n\nIt ends well.`;
      const other = `It begins.\n\n${second}\n\nIt ends otherwise.`;
      const shown = async ({ artifact_id }: { artifact_id: string }) => {
        const asked = { artifact_id, include_content: true, channel: "team" } as const;
        const { content } = await world.memory.call(ann, "getArtifact", asked);
        expect(content).toContain("It ends otherwise.");
        return /capu|report|table|Friday|\p{Script=Han}{2}/u.test(content!);
      };
      const one = await world.ingest(text, of);
      const two = await world.ingest(other, of);
      expect(await shown(two)).toBe(true);
      const patch = { retract: {}, amend: { text: "It ends well." }, block: { channel: "team" } }[op];
      await edit(op, one.artifact_id, patch);
      expect(await shown(two), op).toBe(false);
      const three = await world.ingest(`Once more.\n${other}`, of);
      expect(await shown(three), op).toBe(false);
      await edit("restore", one.artifact_id);
      expect(await shown(two)).toBe(true);
      expect(await shown(three)).toBe(true);
    }
  });

  it("are shown where another sentence says some of them", async () => {
    const of = { source_id: "another sentence" };
    const one = await world.ingest("The budget of the party in Lisbon is 5000 euros. Thank you.", of);
    await edit("retract", one.artifact_id);
    const other = "The budget of the party in Lisbon is 50001 euros. Thank you for coming.";
    const two = await world.ingest(other, of);
    expect(await contentOf(two.artifact_id)).toBe(other);
  });
});
