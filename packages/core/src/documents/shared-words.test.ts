import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../db/testing/index.js";
import { agent, human, openTestMemory, type TestMemory } from "../testing/test-memory.js";
import { sentences } from "./testing/texts.js";

const ann = human("ann");

describe.each(engines)("the words that passages share on $name", (engine) => {
  let memory: TestMemory;
  beforeAll(async () => {
    memory = await openTestMemory(engine);
  });
  afterAll(() => memory.close());
  let made = 0;

  /** A document of several passages, with a word of their own in what the first and the second share. */
  const ingest = async (word: string, given: { visibility_scope?: "org" } = {}) => {
    made += 1;
    const plain = `Document ${made} 🦩. ${sentences(300)}`;
    const from = { artifact_type: "note", source_system: "shared", ...given } as const;
    const first = await memory.call(ann, "ingestArtifact", { ...from, content: plain });
    const cut = (await read(first.artifact_id)).chunks!;
    const at = plain.indexOf("near", cut[1]!.start_char + 40);
    expect(at).toBeLessThan(cut[0]!.end_char - 40);
    const content = `${plain.slice(0, at)}${word}${plain.slice(at + 4)}`;
    const { artifact_id, stored_ids } = await memory.call(ann, "ingestArtifact", { ...from, content });
    const chunks = (await read(artifact_id)).chunks!;
    for (const n of [0, 1]) expect(chunks[n]!.content).toContain(word);
    return { artifact_id, content, passages: stored_ids.slice(1), chunks };
  };
  const read = (artifact_id: string) =>
    memory.call(ann, "getArtifact", { artifact_id, include_content: true, include_chunks: true });
  const edit = (op: string, target_id: string, patch: object = {}) =>
    memory.call(ann, "applyEdit", {
      ...{ op, target_id, target_type: "memory", patch, reason: "because" },
    } as never);
  const recalled = async (query: string) =>
    (await memory.call(ann, "recall", { query, limit: 50 })).memories.map(({ text }) => text).join("\n");
  const texts = async ({ passages }: { passages: string[] }) =>
    new Map(
      (await memory.call(ann, "getChunks", { chunk_ids: passages, channel: "private" })).chunks.map((one) => [
        one.chunk_id,
        one.text,
      ]),
    );

  it.each(["retract", "quarantine"])(
    "go with a passage that is taken out by %s, and come back",
    async (op) => {
      const document = await ingest(`capybara-${op}`);
      const [first, second, third] = document.passages as [string, string, string];
      const before = await texts(document);
      await edit(op, second);
      expect(await recalled(`capybara-${op}`)).not.toContain(`capybara-${op}`);
      const now = await texts(document);
      const [a, b] = document.chunks;
      // As long as before, so that offsets stay what they are.
      expect(now.get(first)).toHaveLength(before.get(first)!.length);
      expect(now.get(first)!.slice(0, b!.start_char)).toBe(before.get(first)!.slice(0, b!.start_char));
      expect(now.get(first)!.slice(b!.start_char)).toMatch(/^█+$/);
      expect(now.get(third)).toMatch(/^█+[^█]+/);
      const shown = await read(document.artifact_id);
      expect(shown.content).toHaveLength(document.content.length);
      expect(shown.content!.slice(b!.start_char, b!.end_char)).toMatch(/^█+$/);
      expect(shown.content!.slice(0, b!.start_char)).toBe(document.content.slice(0, b!.start_char));
      expect(shown.chunks!.map(({ content }) => content)).toEqual([
        now.get(first),
        expect.anything(),
        ...document.passages.slice(2).map((id) => now.get(id)),
      ]);
      expect(a!.end_char).toBeGreaterThan(b!.start_char);
      await edit("restore", second);
      expect(await texts(document)).toEqual(before);
      expect((await read(document.artifact_id)).content).toBe(document.content);
      expect(await recalled(`capybara-${op}`)).toContain(`capybara-${op}`);
    },
  );

  it.each(["retract", "quarantine", "amend"])(
    "do not come back in a replay of what a context showed before a passage was edited by %s",
    async (op) => {
      const document = await ingest(`capybara-replayed-${op}`, { visibility_scope: "org" });
      const [first, second] = document.passages as [string, string];
      const bob = agent(`bob-${op}`);
      await memory.call(ann, "createCapsule", {
        ...{ subject_type: "user", subject_id: "ada", scope: "user", audience_agent_ids: [bob.id] },
        items: { chunks: [first, second], decisions: [], artifacts: [] },
      });
      const { acb } = await memory.call(bob, "buildAcb", { session_id: "s", channel: "private" });
      expect(JSON.stringify(acb.sections)).toContain(`capybara-replayed-${op}`);
      const replay = async () => await memory.call(bob, "replayAcb", { acb_id: acb.acb_id });
      expect(await replay()).toMatchObject({ identical: true, verified: true, causes: [] });
      await edit(op, second, op === "amend" ? { text: "Something else was seen." } : {});
      const again = await replay();
      expect(JSON.stringify(again)).not.toContain(`capybara-replayed-${op}`);
      expect(again.identical).toBe(false);
      expect(again.items.filter(({ verified }) => !verified)).toEqual([]);
      expect(again.causes).toContainEqual(expect.objectContaining({ memory_id: first, reason: "amended" }));
    },
  );

  it("go with a passage that is blocked, in that channel alone, and come back", async () => {
    const document = await ingest("capybara-block");
    const [first, second, third] = document.passages as [string, string, string];
    const before = await texts(document);
    const query = "capybara-block";
    const shown = async () =>
      JSON.stringify([
        await memory.call(ann, "searchArtifacts", { query, limit: 50 }),
        await memory.call(ann, "hybridSearch", { query, limit: 50 }),
        (await memory.call(ann, "recall", { query, limit: 50 })).memories,
        (await memory.call(ann, "buildAcb", { query, channel: "private", session_id: "s" })).acb.prompt,
      ]).replaceAll(`"${query}"`, "");
    await edit("block", second, { channel: "team" });
    expect(await texts(document)).toEqual(before);
    expect(await shown()).toContain(query);
    await edit("block", second, { channel: "private" });
    expect(await shown()).not.toContain(query);
    const now = await texts(document);
    const [, b] = document.chunks;
    expect(now.get(first)).toHaveLength(before.get(first)!.length);
    expect(now.get(first)!.slice(0, b!.start_char)).toBe(before.get(first)!.slice(0, b!.start_char));
    expect(now.get(first)!.slice(b!.start_char)).toMatch(/^█+$/);
    expect(now.get(third)).toMatch(/^█+[^█]+/);
    // An edit of the neighbour moves the words.
    await edit("amend", first, { text: `Anew: ${before.get(first)}` });
    expect((await texts(document)).get(first)).toMatch(/^Anew: /);
    expect((await texts(document)).get(first)).not.toContain(query);
    for (const id of [first, second]) await edit("restore", id);
    expect(await texts(document)).toEqual(before);
  });

  it("stay out as long as one of the passages does, in whatever order they come back", async () => {
    const document = await ingest("okapi");
    const [first, second, third] = document.passages as [string, string, string];
    const before = await texts(document);
    await edit("retract", second);
    await edit("retract", first);
    await edit("quarantine", third);
    await edit("restore", first);
    expect((await texts(document)).get(first)).not.toContain("okapi");
    await edit("restore", second);
    const now = await texts(document);
    expect(now.get(first)).toBe(before.get(first));
    expect(now.get(second)).toContain("okapi");
    expect(now.get(second)).toMatch(/█$/);
    await edit("restore", third);
    expect(await texts(document)).toEqual(before);
  });

  it("give way where a passage no longer says them, and stay where it does", async () => {
    const document = await ingest("tapir");
    const [first, second] = document.passages as [string, string];
    const before = await texts(document);
    await edit("amend", second, { text: `${before.get(second)} And more.` });
    expect((await texts(document)).get(first)).toBe(before.get(first));
    const shown = await read(document.artifact_id);
    expect([shown.amended, ...shown.chunks!.slice(0, 3).map(({ amended }) => amended)]).toEqual([
      ...[true, undefined, true, undefined],
    ]);
    await edit("amend", second, { text: before.get(second)!.replace("tapir", "animal") });
    expect((await texts(document)).get(first)).not.toContain("tapir");
    expect((await read(document.artifact_id)).content).not.toContain("tapir");
    expect(await recalled("tapir")).not.toContain("tapir");
    await edit("restore", second);
    expect(await texts(document)).toEqual(before);
    expect(await read(document.artifact_id)).not.toHaveProperty("amended");
  });

  it("come back with all passages of a document that was deleted", async () => {
    const document = await ingest("quagga");
    const before = await texts(document);
    const { artifact_uid } = await memory.call(ann, "deleteArtifact", { artifact_id: document.artifact_id });
    await memory.call(ann, "applyEdit", {
      ...{ op: "restore", target_id: artifact_uid, target_type: "artifact", patch: {}, reason: "because" },
    } as never);
    expect(await texts(document)).toEqual(before);
  });

  it("are taken out of what an edit of the neighbour itself leaves", async () => {
    const document = await ingest("numbat");
    const [first, second] = document.passages as [string, string];
    await edit("amend", first, { text: `Anew: ${(await texts(document)).get(first)}` });
    await edit("retract", second);
    const text = (await texts(document)).get(first)!;
    expect(text).toMatch(/^Anew: Document/);
    expect(text).not.toContain("numbat");
    await edit("attenuate", first, { importance: 0.5 });
    expect((await texts(document)).get(first)).toBe(text);
  });

  it("are taken out sentence by sentence where an edit changed some of them", async () => {
    const document = await ingest("okapi");
    const [first, second] = document.passages as [string, string];
    const before = (await texts(document)).get(first)!;
    await edit("amend", first, { text: `${before.slice(0, -12)} at the end.` });
    await edit("retract", second);
    const text = (await texts(document)).get(first)!;
    expect(text).not.toContain("okapi");
    expect(text).toMatch(/█/);
  });

  it("keep their length whatever characters stand in them", async () => {
    const [row] = await memory.database.ownerQuery<{ between: string }>(
      `select palimpsest.units_between($1, 2, 6) as between`,
      ["🦩\uE000🦩\uE000b"],
    );
    expect(row!.between).toBe("\uE000🦩\uE000");
  });

  it("may be blocks already", async () => {
    const from = { artifact_type: "note", source_system: "shared", source_id: "blocks" } as const;
    const blocks = "█".repeat(60);
    const { artifact_uid, artifact_id } = await memory.call(ann, "ingestArtifact", {
      ...from,
      content: blocks,
    });
    await edit("retract", artifact_id);
    const again = await memory.call(ann, "ingestArtifact", { ...from, content: `Summary: ${blocks} end.` });
    expect(again.artifact_uid).toBe(artifact_uid);
  });
});
