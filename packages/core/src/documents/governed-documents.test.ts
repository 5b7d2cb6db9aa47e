import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../db/testing/index.js";
import type { Principal } from "../identity/index.js";
import { agent, human, openTestMemory, type TestMemory } from "../testing/test-memory.js";
import { sentences } from "./testing/texts.js";

describe.each(engines)("governed documents on $name", (engine) => {
  let memory: TestMemory;
  beforeAll(async () => {
    memory = await openTestMemory(engine);
  });
  afterAll(() => memory.close());
  const [ann, ben, bot] = [human("ann"), human("ben"), agent("bot")];
  const reason = "because";
  const ingest = (content: string, more: object = {}, who: Principal = ann) =>
    memory.call(who, "ingestArtifact", { artifact_type: "note", source_system: "test", content, ...more });
  const read = (artifact_id: string, more: object = {}, who: Principal = ann) =>
    memory.call(who, "getArtifact", { artifact_id, include_content: true, include_chunks: true, ...more });
  const recalled = async (query: string, who: Principal = ann, more: object = {}) =>
    (await memory.call(who, "recall", { query, ...more })).memories.map(({ memory_id }) => memory_id);
  const remove = (artifact_id: string, who: Principal = ann) =>
    memory.call(who, "deleteArtifact", { artifact_id, reason });
  const edit = (op: string, target_id: string, patch: object = {}, target_type = "memory") =>
    memory.call(ann, "applyEdit", { op, target_id, target_type, patch, reason } as never);

  it("are deleted with all passages of all revisions, and come back by a restore", async () => {
    const of = { source_id: "ibis" };
    const first = await ingest(`The ibis wades. ${sentences(200)}`, of);
    const second = await ingest("The ibis flies.", of);
    const { deleted, ...answer } = await remove(first.artifact_uid);
    expect(answer).toMatchObject({ artifact_id: second.artifact_id, status: "deleted" });
    expect(deleted).toEqual({ revisions: 2, chunks: first.num_chunks + 1, events: 0 });
    for (const id of [first.artifact_uid, first.artifact_id, second.artifact_id]) {
      await expect(read(id)).rejects.toMatchObject({ message: `Artifact ${id} not found` });
    }
    expect(await recalled("ibis wades flies")).toEqual([]);
    expect(await memory.call(ann, "getJob", { job_id: second.job_id! })).toMatchObject({ status: "STOPPED" });
    await expect(ingest("The ibis flies.", of)).rejects.toMatchObject({ code: "TOMBSTONED" });
    const { edits } = await memory.call(ann, "listEdits", { target_id: answer.artifact_uid });
    expect(edits).toMatchObject([{ target_type: "artifact", target_id: answer.artifact_uid, op: "retract" }]);
    await edit("restore", answer.artifact_uid, {}, "artifact");
    expect((await read(first.artifact_uid)).content).toBe("The ibis flies.");
    expect((await read(first.artifact_id)).content).toContain("The ibis wades.");
    expect(await recalled("ibis flies")).toEqual([second.artifact_id]);
  });

  it("may be ingested anew with another text after they were deleted", async () => {
    const of = { source_id: "crane" };
    const { artifact_uid } = await ingest("The crane dances.", of);
    await remove(artifact_uid);
    expect(await ingest("The crane rests.", of)).toMatchObject({ artifact_uid, status: "created" });
    expect((await read(artifact_uid)).content).toBe("The crane rests.");
  });

  it("wait for a person when an agent deletes what others see, and not when it alone does", async () => {
    const shared = await ingest("A shared stork.", { visibility_scope: "org" }, bot);
    const proposed = await remove(shared.artifact_uid, bot);
    expect(proposed.status).toBe("pending");
    expect((await read(shared.artifact_uid, {}, ann)).content).toBe("A shared stork.");
    await memory.call(ann, "approveEdit", { edit_id: proposed.edit_id });
    await expect(read(shared.artifact_uid, {}, bot)).rejects.toMatchObject({ code: "NOT_FOUND" });
    const own = await ingest("A private stork.", {}, bot);
    expect((await remove(own.artifact_uid, bot)).status).toBe("deleted");
    await expect(remove(own.artifact_uid, ben)).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  it("are neither listed nor named once all of their words were taken out", async () => {
    const made = await ingest("The dodo is sold.", { visibility_scope: "org", source_system: "dodos" });
    const listed = async () => (await memory.call(ben, "listArtifacts", { source_system: "dodos" })).total;
    expect(await listed()).toBe(1);
    for (const op of ["retract", "quarantine"]) {
      await edit(op, made.artifact_id);
      expect(await listed()).toBe(0);
      await expect(read(made.artifact_id, {}, ben)).rejects.toMatchObject({ code: "NOT_FOUND" });
      await edit("restore", made.artifact_id);
      expect(await listed()).toBe(1);
    }
  });

  it("show blocks where a passage was taken out, and new words where one was amended", async () => {
    const content = `${sentences(300)}\nThe last line names the gannet.`;
    const made = await ingest(content, { visibility_scope: "org" });
    const [, , second, third] = made.stored_ids;
    const before = (await read(made.artifact_id)).chunks!;
    const { start_char, end_char } = before[1]!;
    await edit("quarantine", second!);
    const hidden = await read(made.artifact_id);
    expect(hidden.content).toHaveLength(content.length);
    expect(hidden.content!.slice(start_char, end_char)).toMatch(/^█+$/);
    expect(hidden.content!.slice(0, start_char)).toBe(content.slice(0, start_char));
    expect(hidden.chunks![0]!.content).toMatch(/today\. █+$|█+$/);
    expect((await read(made.artifact_id, {}, ben)).content).toBe(hidden.content);
    await edit("restore", second!);
    expect((await read(made.artifact_id)).content).toBe(content);
    await edit("amend", third!, { text: "A puffin stands here." });
    const amended = (await read(made.artifact_id)).content!;
    expect(amended).toContain("A puffin stands here.");
    expect(amended).not.toContain(content.slice(before[2]!.start_char + 10, before[2]!.start_char + 200));
  });

  it("are read by those whom they are for, in the channels of their class", async () => {
    const team = await ingest("The team's tern.", { visibility_scope: "custom", audience: ["ben"] });
    expect((await read(team.artifact_uid, {}, ben)).content).toBe("The team's tern.");
    await expect(read(team.artifact_uid, {}, human("cat"))).rejects.toMatchObject({ code: "NOT_FOUND" });
    const open = await ingest("Tern in the open.", { visibility_scope: "org", channel: "agent" });
    expect((await read(open.artifact_uid, { channel: "agent" }, bot)).content).toBe("Tern in the open.");
    for (const channel of ["public", "team"] as const) {
      await expect(read(open.artifact_uid, { channel }, bot)).rejects.toMatchObject({ code: "NOT_FOUND" });
      expect((await memory.call(bot, "listArtifacts", { channel })).total).toBe(0);
      const found = await memory.call(bot, "searchArtifacts", { query: "tern", channel });
      expect(found.results).toEqual([]);
    }
    const sensitive = await ingest("A sensitive tern.", {
      sensitivity: "sensitive",
      visibility_scope: "org",
    });
    expect(await recalled("sensitive tern", bot, { channel: "agent" })).not.toContain(sensitive.artifact_id);
    expect(await recalled("sensitive tern", bot)).toContain(sensitive.artifact_id);
  });

  it("of the highest class are read by their owner alone, by id, and found by nobody", async () => {
    const of = { source_id: "vault", visibility_scope: "org" };
    const made = await ingest("The vault holds a kiwi.", of);
    expect(await recalled("vault kiwi", ben)).toEqual([made.artifact_id]);
    expect(await ingest("The vault holds a kiwi.", { ...of, sensitivity: "highly_sensitive" })).toMatchObject(
      {
        ...{ status: "unchanged", artifact_id: made.artifact_id },
      },
    );
    for (const who of [ann, ben]) {
      expect(await recalled("vault kiwi", who)).toEqual([]);
      const found = await memory.call(who, "searchArtifacts", { query: "vault kiwi" });
      expect(found.results).toEqual([]);
    }
    expect(await read(made.artifact_uid)).toMatchObject({
      ...{ content: "The vault holds a kiwi.", sensitivity: "highly_sensitive" },
    });
    await expect(read(made.artifact_uid, { channel: "team" })).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(read(made.artifact_uid, {}, ben)).rejects.toMatchObject({ code: "NOT_FOUND" });
    await ingest("The vault holds a kiwi.", { ...of, sensitivity: "normal" });
    expect(await recalled("vault kiwi", ben)).toEqual([]);
  });

  it("are named by a uid that others use too: the one that may be read is meant, and no other is deleted", async () => {
    const of = { source_id: "many owners", visibility_scope: "org" };
    const readable = await ingest("The quail that all may read.", of, human("cat"));
    const later = { ...of, sensitivity: "highly_sensitive" };
    const secret = await ingest("The quail of Ann alone.", later);
    const { artifact_uid } = readable;
    expect(secret.artifact_uid).toBe(artifact_uid);
    expect((await read(artifact_uid, {}, ben)).content).toBe("The quail that all may read.");
    expect((await read(artifact_uid)).content).toBe("The quail of Ann alone.");
    const found = await memory.call(ben, "artifactRevisions", { artifact_uid });
    expect(found.revisions).toMatchObject([{ artifact_id: readable.artifact_id }]);
    await expect(remove(secret.artifact_id, ben)).rejects.toMatchObject({
      message: `Artifact ${secret.artifact_id} not found`,
    });
    expect(await remove(artifact_uid, ben)).toMatchObject({ artifact_id: readable.artifact_id });
    await expect(remove(artifact_uid, ben)).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect(await remove(artifact_uid)).toMatchObject({ artifact_id: secret.artifact_id });
  });

  it("expire by their retention, or when they are resolved", async () => {
    const year = await ingest("Kept a year.", { retention_policy: "1y" });
    const { expires_at } = await read(year.artifact_id);
    const days = (Date.parse(expires_at!) - Date.now()) / 86_400_000;
    expect(Math.round(days)).toBeGreaterThanOrEqual(365);
    const ticket = await ingest("Open ticket about an eider.", { retention_policy: "until_resolved" });
    expect(await recalled("eider ticket")).toContain(ticket.artifact_id);
    const resolve = () =>
      memory.call(ann, "resolveArtifact", { artifact_uid: ticket.artifact_uid, reason: "It is closed." });
    const { resolved_at } = await resolve();
    await expect(read(ticket.artifact_uid)).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect(await recalled("eider ticket")).not.toContain(ticket.artifact_id);
    expect((await resolve()).resolved_at).toBe(resolved_at);
  });

  it("stand in capsules and contexts as they may be read", async () => {
    const made = await ingest(`Dunlins gather. ${sentences(200)}`, {
      visibility_scope: "org",
      channel: "agent",
    });
    const { capsule_id } = await memory.call(ann, "createCapsule", {
      ...{ subject_type: "topic", subject_id: "dunlin", scope: "global", audience_agent_ids: ["bot"] },
      items: { artifacts: [made.artifact_id], chunks: [made.stored_ids[1]!] },
    });
    const open = async () =>
      (await memory.call(bot, "getCapsule", { capsule_id, channel: "agent" })).items.map(({ text }) => text);
    expect(await open()).toEqual([
      expect.stringContaining("Dunlins gather."),
      expect.stringContaining(`Dunlins gather. ${sentences(200)}`),
    ]);
    await memory.call(ann, "forget", { memory_id: made.stored_ids[2]!, reason });
    expect((await open())[1]).toContain("█");
    const { prompt } = await memory.call(bot, "context", { query: "dunlins", channel: "agent" });
    expect(prompt).toContain("Dunlins gather.");
  });
});
