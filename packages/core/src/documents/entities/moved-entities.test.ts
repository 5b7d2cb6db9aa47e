import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../../db/testing/index.js";
import { residueOf } from "../../erasure/testing/plant-subject.js";
import { admin, human, openTestMemory, type TestMemory } from "../../testing/test-memory.js";
import { copyRecords } from "../../transfer/testing/copy.js";
import { sentences } from "../testing/texts.js";

describe.each(engines)("entities that are moved or erased on $name", (engine) => {
  let memory: TestMemory;
  beforeAll(async () => {
    memory = await openTestMemory(engine);
  });
  afterAll(() => memory.close());
  const ann = human("ann");
  const ingest = async (content: string, more: object = {}, into = memory) => {
    await into.call(ann, "ingestArtifact", {
      ...{ artifact_type: "note", source_system: "test", content },
      ...more,
    } as never);
    await into.settle();
  };
  const search = async (query: string, from = memory) =>
    (await from.call(ann, "searchEntities", { query })).entities;

  it("travel with an admin's export, and are then one with those of the same name there", async () => {
    await ingest(`Uta Vogel will sign.\n${sentences(220)}\nUta Vogel and Uta agreed.`, {
      author: "Udo Wirth",
    });
    const [entity] = await search("vogel");
    expect(entity).toMatchObject({ name: "Uta Vogel", mention_count: 3 });
    const other = await openTestMemory(engine);
    try {
      const results = await copyRecords(memory, other);
      expect(results.filter(({ status }) => status === "refused")).toEqual([]);
      const [moved] = await search("vogel", other);
      expect({ ...moved, entity_id: "" }).toEqual({ ...entity, entity_id: "" });
      const whereOf = async (from: TestMemory, entity_id: string) =>
        (await from.call(ann, "getEntity", { entity_id })).mentions;
      expect(await whereOf(other, moved!.entity_id)).toEqual(await whereOf(memory, entity!.entity_id));
      await ingest("Uta Vogel will call.", {}, other);
      expect(await search("vogel", other)).toEqual([{ ...moved, mention_count: 4 }]);
      const again = await copyRecords(memory, other);
      expect(new Set(again.map(({ status }) => status))).not.toContain("imported");
    } finally {
      await other.close();
    }
  });

  it("leave nothing behind when the subject of their document is erased", async () => {
    const about = { subject_type: "user", subject_id: "xaver" };
    await ingest("Xaver Ypsilon will sign the lease.", about);
    await ingest("Zoe Yin will sign the lease.");
    const [entity] = await search("ypsilon");
    const { erasure_id } = await memory.call(admin(), "requestErasure", { ...about, reason: "Request 4711" });
    await memory.call(human("rev"), "approveErasure", { erasure_id });
    await memory.settle();
    const done = await memory.call(admin(), "getErasure", { erasure_id });
    expect(done).toMatchObject({ status: "done", residue: 0 });
    expect(await residueOf(memory, ["Ypsilon", "ypsilon"])).toEqual([]);
    expect(await search("ypsilon")).toEqual([]);
    const read = memory.call(ann, "getEntity", { entity_id: entity!.entity_id });
    await expect(read).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect(await search("yin")).toMatchObject([{ name: "Zoe Yin" }]);
  });
});
