import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../../db/testing/index.js";
import { human } from "../../testing/test-memory.js";
import { ann, type EventWorld, openEventWorld, told } from "../testing/event-world.js";
import { sentences } from "../testing/texts.js";

describe.each(engines)("entities on $name", (engine) => {
  let world: EventWorld;
  beforeAll(async () => {
    world = await openEventWorld(engine);
  });
  afterAll(() => world.close());
  const ben = human("ben");
  const edit = (op: string, target_id: string, patch: object = {}, target_type = "memory") =>
    world.memory.call(ann, "applyEdit", { op, target_id, target_type, patch, reason: "because" } as never);
  const search = (input: object, who = ann) => world.memory.call(who, "searchEntities", input as never);
  const get = (entity_id: string, more: object = {}, who = ann) =>
    world.memory.call(who, "getEntity", { entity_id, ...more } as never);
  const names = async (query: string, more: object = {}, who = ann) =>
    (await search({ query, ...more }, who)).entities.map(({ name }) => name);
  const extracted = async (content: string, more: object = {}) => {
    const made = await world.ingest(content, more);
    await world.work();
    return made;
  };
  /** As an id that nothing has is answered. */
  const isUnknown = async (id: string, more: object = {}, who = ann) => {
    const missing = `ent_${"9".repeat(27)}`;
    const answers = await Promise.all(
      [id, missing].map((one) =>
        get(one, more, who).then(
          () => "shown",
          ({ code, message }) => `${code} ${message.replace(one, "…")}`,
        ),
      ),
    );
    expect(answers).toEqual([answers[1], "NOT_FOUND Entity … not found"]);
  };

  it("are found by name and alias, with every place where a document names them", async () => {
    const content = "Alice Zander will write the guide. Later Alice said it was done.\nAlice Zander left.";
    const { artifact_uid, artifact_id, revision_id } = await extracted(content);
    for (const query of ["Alice Zander", "zander", "zand", "ALICE  zander"]) {
      expect(await names(query), query).toEqual(["Alice Zander"]);
    }
    expect(await names("Zander", { type: "org" })).toEqual([]);
    expect(await names("lice Zander")).toEqual([]);
    const { entities, total } = await search({ query: "alice zander" });
    expect([entities, total]).toEqual([
      [
        {
          entity_id: expect.stringMatching(/^ent_\d{27}$/),
          ...{ type: "person", name: "Alice Zander", aliases: ["Alice"], mention_count: 3 },
        },
      ],
      1,
    ]);
    const { mentions, ...entity } = await get(entities[0]!.entity_id);
    expect(entity).toEqual(entities[0]);
    expect(mentions).toHaveLength(3);
    for (const { start_char, end_char, surface_form, ...place } of mentions) {
      expect(content.slice(start_char!, end_char!)).toBe(surface_form);
      expect(place).toEqual({ artifact_uid, revision_id, chunk_id: artifact_id });
    }
  });

  it("are what actors and subjects of events link to", async () => {
    const { artifact_uid } = await extracted("Bruno Quill will migrate Zephyr-7 to Postgres by Friday.");
    const [event] = (await world.eventsOf(artifact_uid)).events;
    const id = (await search({ query: "quill" })).entities[0]!.entity_id;
    expect(event!.actors).toMatchObject([{ ref: "Bruno Quill", entity_id: id }]);
    const subject = await get(event!.subject.entity_id!);
    expect(subject).toMatchObject({ type: "object", name: event!.subject.ref });
    const whole = await world.memory.call(ann, "getSemanticEvent", { event_id: event!.event_id });
    expect(whole.actors).toEqual(event!.actors);
    await edit("amend", event!.event_id, { attributes: { actors: [{ ref: "Nobody", role: "owner" }] } });
    const [amended] = (await world.eventsOf(artifact_uid)).events;
    expect(amended!.actors).toEqual([{ ref: "Nobody", role: "owner", entity_id: null }]);
  });

  it("are one across documents if type and name are the same, and apart if not", async () => {
    await extracted("Carla Voss will call.", { source_id: "voss-1" });
    await extracted("We met with CARLA VOSS and decided to wait.", { participants: ["Carla  Voss"] });
    await extracted("Carl Voss will call.", { source_id: "voss-2" });
    const { entities } = await search({ query: "voss" });
    expect(entities.map(({ name, mention_count }) => [name, mention_count])).toEqual([
      ["Carla Voss", 2],
      ["Carl Voss", 1],
    ]);
  });

  it("have the name that only the author field gives, without a place in the text", async () => {
    const { artifact_uid } = await extracted("I will send the figures tomorrow.", {
      ...{ artifact_type: "email", author: "Dora Plume <dora@example.org>" },
    });
    const [event] = (await world.eventsOf(artifact_uid)).events;
    const { name, mentions } = await get(event!.actors[0]!.entity_id!);
    expect([name, mentions]).toEqual([
      "Dora Plume",
      [expect.objectContaining({ start_char: null, end_char: null, surface_form: "Dora Plume" })],
    ]);
  });

  it.each([
    ["retract", {}],
    ["quarantine", {}],
    ["amend", { text: "Nobody was named." }],
  ])("go when the passage that names them is edited by %s, and come back with it", async (op, patch) => {
    const name = `Edgar ${op[0]!.toUpperCase()}${op.slice(1)}son`;
    const { artifact_id } = await extracted(`${name} will sign the lease.`);
    const [entity] = (await search({ query: name })).entities;
    await edit(op, artifact_id, patch);
    expect(await search({ query: name })).toEqual({ entities: [], total: 0 });
    await isUnknown(entity!.entity_id);
    await edit("restore", artifact_id);
    expect((await search({ query: name })).entities).toEqual([entity]);
  });

  it("are shown to nobody who may not read a document that names them", async () => {
    const { artifact_id, artifact_uid } = await extracted("Fiona Garnet will sign the lease.");
    const id = (await search({ query: "garnet" })).entities[0]!.entity_id;
    expect(await search({ query: "garnet" }, ben)).toEqual({ entities: [], total: 0 });
    await isUnknown(id, {}, ben);
    const shared = await extracted("The board met Fiona Garnet and agreed.", { visibility_scope: "org" });
    const seen = await get(id, {}, ben);
    expect([seen.mention_count, seen.mentions.map(({ chunk_id }) => chunk_id)]).toEqual([
      1,
      [shared.artifact_id],
    ]);
    expect((await get(id)).mention_count).toBe(2);
    await world.memory.call(ann, "deleteArtifact", { artifact_id: shared.artifact_uid });
    await isUnknown(id, {}, ben);
    await edit("block", artifact_id, { channel: "team" });
    expect([await names("garnet"), await names("garnet", { channel: "team" })]).toEqual([
      ["Fiona Garnet"],
      [],
    ]);
    await isUnknown(id, { channel: "team" });
    await isUnknown(id, { channel: "public" });
    await world.memory.call(ann, "deleteArtifact", { artifact_id: artifact_uid });
    await isUnknown(id);
  });

  it("rise in class and expire with their documents", async () => {
    const content = "Greta Holm will sign the lease.";
    const of = { source_id: "holm", channel: "team" };
    await extracted(content, of);
    expect(await names("holm", { channel: "team" })).toEqual(["Greta Holm"]);
    await world.ingest(content, { ...of, sensitivity: "sensitive" });
    expect([await names("holm"), await names("holm", { channel: "team" })]).toEqual([["Greta Holm"], []]);
    await world.ingest(content, { ...of, sensitivity: "highly_sensitive" });
    expect(await names("holm")).toEqual([]);
    const brief = await extracted("Ivo Jarl will sign.", { retention_policy: "until_resolved" });
    expect(await names("jarl")).toEqual(["Ivo Jarl"]);
    await world.memory.call(ann, "resolveArtifact", { artifact_uid: brief.artifact_uid });
    expect(await names("jarl")).toEqual([]);
  });

  it("keep an alias from saying whom it means where the name is withheld", async () => {
    const whole = `Karin Lund will sign.\n${sentences(110)}\nLater Karin said it was done.\n${sentences(110)}`;
    const { artifact_id } = await extracted(whole);
    const { entities } = await search({ query: "karin" });
    expect(entities).toMatchObject([{ name: "Karin Lund", aliases: ["Karin"], mention_count: 2 }]);
    const { chunks } = await world.memory.call(ann, "getArtifact", { artifact_id, include_chunks: true });
    await edit("retract", chunks![0]!.chunk_id);
    expect((await search({ query: "karin" })).total).toBe(0);
    await isUnknown(entities[0]!.entity_id);
  });

  it("go where one of two passages that share the words is withheld", async () => {
    const whole = sentences(160).replace("Item 76 was seen", "Item 76: Liv Moss will see");
    const { artifact_id } = await extracted(whole);
    const { chunks } = await world.memory.call(ann, "getArtifact", { artifact_id, include_chunks: true });
    const at = whole.indexOf("Liv Moss");
    const holding = chunks!.filter((one) => one.start_char <= at && at + 8 <= one.end_char);
    expect(holding).toHaveLength(2);
    expect(await names("Liv Moss")).toEqual(["Liv Moss"]);
    for (const { chunk_id } of holding) {
      await edit("quarantine", chunk_id);
      expect(await names("Liv Moss")).toEqual([]);
      await edit("restore", chunk_id);
      expect(await names("Liv Moss")).toEqual(["Liv Moss"]);
    }
  });

  it("are those of the last extraction and of the latest revision", async () => {
    const of = { source_id: "revised" };
    const { artifact_uid } = await extracted("Nora Opal will sign.", of);
    const id = (await search({ query: "opal" })).entities[0]!.entity_id;
    await world.memory.call(ann, "reextractEvents", { artifact_uid, force: true });
    await world.work();
    expect((await search({ query: "opal" })).entities).toMatchObject([{ entity_id: id, mention_count: 1 }]);
    await extracted("Pia Quartz will sign.", of);
    expect([await names("opal"), await names("quartz")]).toEqual([[], ["Pia Quartz"]]);
    expect((await get(id)).mentions).toHaveLength(1);
  });

  it("are those that a model names and that the text holds", async () => {
    const content = "Decision: Rosa Steen and the harbour office chose Quayside. Rosie signed.";
    const quote = "Rosa Steen and the harbour office chose Quayside.";
    world.server.script({
      says: {
        entities: [
          { name: "Rosa Steen", type: "person", aliases: ["Rosie", "R. Steen"] },
          { name: "Quayside", type: "place", aliases: [] },
          { name: "Atlantis", type: "place", aliases: [] },
        ],
        events: [told(content, quote, "Decision", { actors: [{ ref: "Rosie", role: "owner" }] })],
      },
    });
    const { artifact_uid } = await world.ingest(content);
    await world.work("model");
    expect((await world.job(artifact_uid)).run).toMatchObject({ extractor: "model" });
    expect((await search({ query: "steen" })).entities).toMatchObject([
      { type: "person", name: "Rosa Steen", aliases: ["Rosie"], mention_count: 2 },
    ]);
    expect([await names("quayside"), await names("atlantis")]).toEqual([["Quayside"], []]);
  });

  it("are listed page by page, each once", async () => {
    const all = (await search({ limit: 100 })).entities;
    const paged: typeof all = [];
    let cursor: string | undefined;
    do {
      const page = await search({ limit: 2, cursor });
      expect(page.total).toBe(all.length);
      paged.push(...page.entities);
      cursor = page.next_cursor;
    } while (cursor !== undefined);
    expect(paged).toEqual(all);
    expect(all.length).toBeGreaterThan(2);
  });
});
