import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../../db/testing/index.js";
import { ann, type EventWorld, openEventWorld } from "../testing/event-world.js";
import { sentences } from "../testing/texts.js";

describe.each(engines)("ingesting a document again on $name", (engine) => {
  let world: EventWorld;
  beforeAll(async () => {
    world = await openEventWorld(engine);
  });
  afterAll(() => world.close());
  const reason = "because";
  const contentOf = async (artifact_id: string) =>
    (await world.memory.call(ann, "getArtifact", { artifact_id, include_content: true })).content;
  const edit = (op: string, target_id: string, target_type = "memory") =>
    world.memory.call(ann, "applyEdit", { op, target_id, target_type, patch: {}, reason } as never);
  const expire = (ids: string[]) =>
    world.memory.database.ownerQuery(
      `update palimpsest.memory set expires_at = clock_timestamp() - interval '1 second' where id = any ($1)`,
      [ids],
    );
  const soon = { retention_policy: "custom", retain_until: "2199-01-01T00:00:00Z" };

  it("stores anew what has expired, and leaves what has not", async () => {
    const of = { source_id: "expired" };
    const text = "Decision: the vole keeps the key.";
    const first = await world.ingest(text, { ...of, ...soon });
    await expire(first.stored_ids);
    const second = await world.ingest(text, of);
    expect(second).toMatchObject({ status: "created", artifact_uid: first.artifact_uid });
    expect(await contentOf(first.artifact_uid)).toBe(text);
    await world.work();
    expect((await world.eventsOf(first.artifact_uid)).total).toBe(1);

    const other = await world.ingest("The mole has it.", { ...of, ...soon });
    await world.ingest(text, of);
    await expire(other.stored_ids);
    expect(await world.ingest("The mole has it.", of)).toMatchObject({ status: "revised" });
    expect(await contentOf(first.artifact_uid)).toBe("The mole has it.");
    expect(await contentOf(second.artifact_id)).toBe(text);
  });

  it("stores anew what was resolved", async () => {
    const of = { source_id: "resolved", retention_policy: "until_resolved" };
    const { artifact_uid } = await world.ingest("The stoat is open.", of);
    await world.memory.call(ann, "resolveArtifact", { artifact_uid });
    expect(await world.ingest("The stoat is open.", of)).toMatchObject({ status: "created" });
    expect(await contentOf(artifact_uid)).toBe("The stoat is open.");
  });

  it("keeps a document of which an event was forgotten that says the same", async () => {
    const text = "Decision: the badger is blue.";
    const { artifact_uid } = await world.ingest(text, { source_id: "badger" });
    await world.work();
    const [event] = (await world.eventsOf(artifact_uid)).events;
    const { message } = await world.memory.call(ann, "forget", { memory_id: event!.event_id, reason });
    expect(message).toMatch(/^Forgotten\. /);
    expect(await contentOf(artifact_uid)).toBe(text);
    expect((await world.eventsOf(artifact_uid)).total).toBe(0);
    expect(await world.ingest(text, { source_id: "badger" })).toMatchObject({ status: "unchanged" });
    expect(await world.ingest(text, { source_id: "another" })).toMatchObject({ status: "created" });
  });

  it("withholds a retracted passage in later revisions, also where it moves, until it is restored", async () => {
    const of = { source_id: "passages" };
    const first = await world.ingest(sentences(200), of);
    const [, , second] = first.stored_ids;
    const words = (await contentOf(first.artifact_id))!.match(/Item 120 .*?\./)![0];
    await world.memory.call(ann, "forget", { memory_id: second!, reason });
    expect(await world.ingest(sentences(200), of)).toMatchObject({ status: "unchanged", withheld: 1 });
    for (const text of [`${sentences(200)} The end.`, `🦭 Well then: ${sentences(200)}`]) {
      const next = await world.ingest(text, of);
      expect(next).toMatchObject({ status: "revised", withheld: 1 });
      const shown = (await contentOf(first.artifact_uid))!;
      expect(shown).toHaveLength(text.length);
      expect(shown).toContain("█");
      expect(shown).not.toContain(words);
      expect(await world.ingest(text, of)).toMatchObject({ status: "unchanged", withheld: 1 });
    }
    await expect(world.ingest(sentences(200))).resolves.toMatchObject({ status: "created", withheld: 1 });
    await edit("restore", second!);
    const whole = `🦭 Well then: ${sentences(200)}`;
    expect(await contentOf(first.artifact_uid)).toBe(whole);
    expect(await world.ingest(whole, of)).toMatchObject({ status: "unchanged", withheld: 0 });
  });

  it("names the fields that an unchanged text leaves, and refuses to seem narrower than it is", async () => {
    const of = { source_id: "fields", visibility_scope: "org", title: "Old" };
    const text = "The weasel has a title.";
    await world.ingest(text, of);
    expect(await world.ingest(text, of)).toMatchObject({ status: "unchanged", ignored_fields: [] });
    const more = { title: "New", document_date: "2026-04-01", retention_policy: "1y" };
    const { ignored_fields } = await world.ingest(text, { ...of, ...more });
    expect(ignored_fields.toSorted()).toEqual(["document_date", "retention_policy", "title"]);
    await expect(world.ingest(text, { ...of, visibility_scope: "me" })).rejects.toMatchObject({
      ...{ code: "CONFLICT", message: expect.stringContaining("visibility_scope org") },
    });
    const secret = { visibility_scope: "me", sensitivity: "highly_sensitive" };
    expect(await world.ingest(text, { ...of, ...secret })).toMatchObject({
      ignored_fields: ["visibility_scope"],
    });
  });

  it("leaves a deleted one that can be restored, as a whole and not by its passages", async () => {
    const of = { source_id: "otter" };
    const first = await world.ingest("The otter dives.", of);
    await world.memory.call(ann, "deleteArtifact", { artifact_id: first.artifact_uid });
    await expect(world.ingest("The otter dives.", of)).rejects.toMatchObject({
      message: expect.stringMatching(/Restore what was retracted, or leave these words out\.$/),
    });
    const second = await world.ingest("The otter sleeps.", of);
    await expect(edit("restore", first.artifact_id)).rejects.toMatchObject({
      code: "CONFLICT",
      message: expect.stringContaining(`Restore the document (${first.artifact_uid}`),
    });
    await edit("restore", first.artifact_uid, "artifact");
    expect(await contentOf(first.artifact_id)).toBe("The otter dives.");
    expect(await contentOf(first.artifact_uid)).toBe("The otter sleeps.");
    expect(await contentOf(second.artifact_id)).toBe("The otter sleeps.");
  });
});
