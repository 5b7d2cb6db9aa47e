import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../../db/testing/index.js";
import { ann, type EventWorld, openEventWorld } from "../testing/event-world.js";

describe.each(engines)("names of entities on $name", (engine) => {
  let world: EventWorld;
  beforeAll(async () => {
    world = await openEventWorld(engine);
  });
  afterAll(() => world.close());
  const search = (input: object) => world.memory.call(ann, "searchEntities", input as never);
  const get = (entity_id: string) => world.memory.call(ann, "getEntity", { entity_id } as never);
  const extracted = async (content: string) => {
    const made = await world.ingest(content);
    await world.work();
    return made;
  };

  it.each([
    [
      "whose accents are encoded apart",
      "Zoe\u0301 Bla\u0301ha",
      ["Zo\u00e9", "bl\u00e1ha", "Zoe\u0301 Bla\u0301ha"],
    ],
    ["with invisible characters", "Ma\u200bgda Kl\u00adoss", ["magda", "Kloss", "Ma\u200bgda"]],
    [
      "in Hebrew",
      "\u05d9\u05e2\u05dc \u05db\u05d4\u05df",
      [
        "\u05d9\u05e2\u05dc",
        "\u05d9\u05b8\u05e2\u05b5\u05dc \u05db\u05b9\u05bc\u05d4\u05b5\u05df",
        "\u05db\u05d4",
      ],
    ],
    ["with other dashes and quotes", "Ann\u2010Lea O\u2019Hare", ["ann-lea", "o'hare", "Ann\u2011Lea"]],
  ])("are found by a name %s", async (_, name, queries) => {
    const content = `${name} will write the report by Friday.`;
    const { artifact_id } = await extracted(content);
    for (const query of queries) {
      const { entities } = await search({ query });
      expect(entities, query).toHaveLength(1);
      const { mentions } = await get(entities[0]!.entity_id);
      expect(mentions, query).toMatchObject([{ chunk_id: artifact_id, start_char: 0, surface_form: name }]);
    }
  });

  it("are all found, however many events name them", async () => {
    const people = Array.from(
      { length: 620 },
      (_, n) => `Member${String.fromCharCode(97 + (n % 26), 97 + Math.floor(n / 26))}x`,
    );
    const content = people.map((name) => `Decision: ${name} gets the Licence${name.slice(6)}.`).join("\n");
    const { artifact_uid } = await extracted(content);
    const { events } = await world.eventsOf(artifact_uid);
    expect(events.length).toBeGreaterThan(600);
    expect(events.filter(({ subject }) => subject.entity_id === null)).toEqual([]);
  });
});
