import type { OperationName } from "@palimpsest/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../../db/testing/index.js";
import { digestsOf } from "../../substrate/index.js";
import { message } from "../../testing/samples.js";
import { admin, agent, human, openTestMemory, type TestMemory } from "../../testing/test-memory.js";
import { codeOf, surgery } from "../testing/surgery.js";

describe.each(engines)("a retracted text on $name", (engine) => {
  let memory: TestMemory;
  beforeAll(async () => {
    memory = await openTestMemory(engine);
  });
  afterAll(() => memory.close());
  const { write, edit } = surgery(() => memory);
  const ann = human("ann");
  const place = { content: { scope: "project", project_id: "p1" } };

  it("is refused, original and amended, until it is restored", async () => {
    const id = await write("Zoe owes nine marks", place);
    await edit(ann, id, { op: "amend", patch: { text: "Zoe owes ten marks" } });
    await edit(ann, id, { op: "retract" });
    const again = (text: string) =>
      memory.call(agent("bot"), "remember", { text, scope: "project", project_id: "p1" });
    for (const text of ["Zoe owes nine marks", "Zoe owes ten marks", "  zoe OWES\n ten marks"]) {
      expect(await codeOf(again(text)), text).toBe("TOMBSTONED");
      expect(await codeOf(write(text, place)), text).toBe("TOMBSTONED");
    }
    await edit(ann, id, { op: "restore", patch: { op: "retract" } });
    expect((await again("Zoe owes nine marks")).status).toBe("created");
  });

  it("is refused whatever its punctuation, quotation marks and case, its scope and its project", async () => {
    await edit(ann, await write("Zoe's cat, Tom, is 3.5 years old."), { op: "retract" });
    for (const text of [
      "zoe’s cat Tom is 3.5 years old",
      "“Zoe's cat (Tom) is 3.5 years old!”",
      "Zoe's cat — Tom — is 3.5 years old…",
    ]) {
      const again = { text, scope: "project", project_id: "p7" } as const;
      expect(await codeOf(memory.call(agent("bot"), "remember", again)), text).toBe("TOMBSTONED");
      expect(await codeOf(write(text)), text).toBe("TOMBSTONED");
    }
    for (const text of ["Zoe's cat, Tom, is 35 years old.", "Zoe's cat, Tom, is -3.5 years old."]) {
      expect((await memory.call(agent("bot"), "remember", { text })).status).toBe("created");
    }
  });

  it("does not come back beside a text: as a tag, a source, a note, a name, a title or metadata", async () => {
    const text = "Zoe keeps the key under the mat";
    await edit(ann, await write(`${text}.`), { op: "retract" });
    await edit(ann, await write("hidden"), { op: "retract" });
    const [bot, said] = [agent("bot"), `“${text.toUpperCase()}!”`];
    const other = (words: string) => ({ text: `${words} of Zoe`, boundary_class: "public" as const });
    const at = "2026-11-15T09:58:00Z";
    const known = (
      await memory.call(bot, "storeKnowledge", { content: "The mat is red", external_id: "mat-1" })
    ).id;
    await memory.call(bot, "upsertClaim", { ...other("The mat"), provenance: { at } } as never);
    const fact = { target_type: "memory", target_id: known, op: "amend", reason: "r" };
    const again: [OperationName, object][] = [
      ["remember", { text: "A note", tags: ["zoe", said] }],
      ["remember", { text: "A fact", kind: "fact", attributes: { source: said } }],
      ["recordEvent", message("An event", { tags: [said] })],
      ["storeKnowledge", { content: "Knowledge", metadata: { deep: [{ er: said }] } }],
      ["storeKnowledge", { content: "Knowledge", metadata: { [said]: 1 } }],
      ["upsertKnowledge", { content: "The mat is red", external_id: "mat-1", metadata: { why: said } }],
      ["upsertKnowledge", { content: "The mat is red", external_id: "mat-1", tags: [said] }],
      ["upsertClaim", { ...other("A claim"), provenance: { at, note: said } }],
      ["upsertClaim", { ...other("The mat"), provenance: { at, note: said } }],
      [
        "upsertClaim",
        { ...other("The mat"), provenance: { at }, entities: [{ id: "e", type: "Artifact", name: said }] },
      ],
      ["ingestArtifact", { artifact_type: "note", source_system: "t", content: "Doors.", title: said }],
      [
        "ingestArtifact",
        { artifact_type: "note", source_system: "t", content: "Doors.", participants: [said] },
      ],
      ["applyEdit", { ...fact, patch: { attributes: { source: said } } }],
      ["storeProcedure", { name: "Open the door", implementation_notes: [said] }],
    ];
    for (const [operation, input] of again) {
      const refused = await codeOf(memory.call(bot, operation, input as never));
      expect(refused, `${operation} ${JSON.stringify(input)}`).toBe("TOMBSTONED");
    }
    // One word names something, and stays a tag; so does what only holds the words.
    for (const tags of [["hidden"], [`${text} of the door`]]) {
      expect((await memory.call(bot, "remember", { text: `Tagged ${tags}`, tags })).status).toBe("created");
    }
    const boss = { text: "Overridden", tags: [said], override_tombstone: true };
    expect((await memory.call(admin(), "remember", boss)).status).toBe("created");
  });

  it("is refused with signs or pictures between its words and with spaced letters", async () => {
    await edit(ann, await write("Zoe hid the gold at pier 9"), { op: "retract" });
    for (const text of [
      "Zoe hid / the gold + at pier 9",
      "Zoe hid the gold 💰 at pier 9 👍",
      "Z o e hid the g.o.l.d at pier 9",
      "Zoe/hid/the/gold/at/pier/9",
      "Zoe\u200bhid\u200bthe gold\u2060at\u200bpier 9",
    ]) {
      expect(await codeOf(memory.call(agent("bot"), "remember", { text })), text).toBe("TOMBSTONED");
      const tagged = memory.call(agent("bot"), "remember", { text: "A note of Zoe", tags: [text] });
      expect(await codeOf(tagged), text).toBe("TOMBSTONED");
    }
    await edit(ann, await write("The release is ready 👎"), { op: "retract" });
    for (const text of ["The release is ready 👍", "Zoe hid the gold at pier 9 + 1"]) {
      expect((await memory.call(agent("bot"), "remember", { text })).status).toBe("created");
    }
  });

  it("is refused with Markdown around its words, and in any part of a decision, a task or a capsule", async () => {
    const text = "Zoe sold the red boat";
    await edit(ann, await write(`${text}.`), { op: "retract" });
    const bot = agent("bot");
    const ref = await write("Boats are sold in May");
    const capsule = {
      ...{ scope: "project", subject_type: "boat", subject_id: "red", ttl_days: 1 },
      ...{ audience_agent_ids: ["reader"], items: { chunks: [ref] } },
    } as const;
    const again = [
      ["remember", { text: "**Zoe** sold the _red_ `boat`" }],
      ["remember", { text: "# Zoe sold\n* the red boat" }],
      ["remember", { text: "> ~~Zoe sold the red boat~~" }],
      ["createDecision", { decision: "Buy a boat", rationale: ["So it is", text] }],
      ["createDecision", { decision: `*${text}*`, rationale: ["So it is"] }],
      ["createTask", { title: "Buy a boat", details: `- ${text}` }],
      ["createTask", { title: text, details: "soon" }],
      ["createCapsule", { ...capsule, risks: [text] }],
    ] as const;
    for (const [operation, input] of again) {
      expect(await codeOf(memory.call(bot, operation, input as never)), JSON.stringify(input)).toBe(
        "TOMBSTONED",
      );
    }
    const { memory_id: decision_id } = await memory.call(ann, "createDecision", {
      decision: "Buy a green boat",
    });
    const change = { op: "amend", patch: { attributes: { rationale: [text] } } };
    for (const who of [ann, bot]) expect(await codeOf(edit(who, decision_id, change))).toBe("TOMBSTONED");
    const other = { op: "amend", patch: { attributes: { rationale: ["Zoe sold the blue boat"] } } };
    expect(await edit(ann, decision_id, other)).toMatchObject({ status: "approved" });
  });

  it("is refused in HTML, tables, lists, links and look-alike letters, and near texts are taken", async () => {
    const retracted = await write("Zoe rows to the pier on Monday");
    await edit(ann, retracted, { op: "retract" });
    const bot = agent("bot");
    for (const text of [
      "<p>Zoe <b>rows</b> to the pier on&nbsp;Monday</p>",
      "| Zoe rows | to the pier |\n|---|---|\n| on | Monday |",
      "1. Zoe rows to the pier on Monday",
      "Zoe rows to [the pier](https://pier.example) on Monday",
      "Zое rows tо thе рiеr on Моnday",
      "Ｚｏｅ ro\u00adws to the pi\u200ber on Monday",
    ]) {
      expect(await codeOf(memory.call(bot, "remember", { text })), text).toBe("TOMBSTONED");
      const other = await write("Zoe stays at home");
      expect(await codeOf(edit(ann, other, { op: "amend", patch: { text } })), text).toBe("TOMBSTONED");
    }
    for (const text of ["2 of Zoe rows to the pier on Monday", "Zoe rows to the pier on <Monday>"]) {
      expect((await memory.call(bot, "remember", { text })).status, text).toBe("created");
    }
    await edit(ann, await write("3. Mai ist frei"), { op: "retract" });
    expect((await memory.call(bot, "remember", { text: "4. Mai ist frei" })).status).toBe("created");
  });

  it("of an earlier release, which saw through less, is refused as it was then", async () => {
    const id = await write("Zoe <b>mends</b> nets");
    const { digestKey } = memory.services.tenants;
    const earlier = digestsOf(await digestKey(ann.tenantId), "Zoe <b>mends</b> nets").earlierWordsHash;
    await memory.database.ownerQuery(
      `update palimpsest.memory set words_hash = $2, original_words_hash = $2 where id = $1`,
      [id, earlier],
    );
    const twin = await write("Zoe mends nets");
    expect(await edit(ann, id, { op: "retract" })).toMatchObject({ twins: 1 });
    await edit(ann, twin, { op: "restore", patch: { op: "retract" } });
    expect(await codeOf(write("“Zoe <b>mends</b> nets!”"))).toBe("TOMBSTONED");
  });

  it("is refused for the same subject or none, and taken for another", async () => {
    const about = (subject_id?: string) =>
      subject_id === undefined ? {} : ({ scope: "user", subject_type: "user", subject_id } as const);
    const remember = (text: string, subject?: string) =>
      memory.call(ann, "remember", { text, ...about(subject) });
    const { memory_id } = await remember("Likes tea.", "zoe");
    await edit(ann, memory_id, { op: "retract" });
    expect(await codeOf(remember("likes tea", "zoe"))).toBe("TOMBSTONED");
    expect(await codeOf(remember("likes tea"))).toBe("TOMBSTONED");
    expect((await remember("likes tea", "yan")).status).toBe("created");

    await edit(ann, (await remember("Prefers coffee.")).memory_id, { op: "retract" });
    for (const subject of ["zoe", "yan", undefined]) {
      expect(await codeOf(remember("Prefers coffee!", subject))).toBe("TOMBSTONED");
    }
  });

  it("does not come back as the new text of another memory, applied or proposed", async () => {
    await edit(ann, await write("the vault code is blue", place), { op: "retract" });
    const other = await write("the vault code is unknown", place);
    const change = { op: "amend", patch: { text: "The vault code is BLUE" } };
    expect(await codeOf(edit(ann, other, change))).toBe("TOMBSTONED");
    expect(await codeOf(edit(agent("bot"), other, change))).toBe("TOMBSTONED");
    const history = await memory.call(ann, "memoryHistory", { memory_id: other });
    expect(history.edits).toEqual([]);
  });

  it("reveals nothing about what was private to another", async () => {
    const note = { text: "the safe is behind the clock", visibility: "private" } as const;
    const own = await memory.call(human("bob"), "remember", note);
    await edit(human("bob"), own.memory_id, { op: "retract" });
    expect(await codeOf(memory.call(human("bob"), "remember", note))).toBe("TOMBSTONED");
    expect((await memory.call(ann, "remember", note)).status).toBe("created");
  });

  it("is accepted again only from an admin who says so", async () => {
    await edit(ann, await write("the sky is green", place), { op: "retract" });
    const input = {
      text: "the sky is green",
      scope: "project",
      project_id: "p1",
      override_tombstone: true,
    } as const;
    expect(await codeOf(memory.call(agent("bot"), "remember", input))).toBe("FORBIDDEN");
    const made = await memory.call(admin(), "remember", input);
    const audit = await memory.call(admin(), "listAudit", { target_id: made.memory_id });
    expect(audit.entries.map((e) => [e.operation, e.decision])).toContainEqual(["remember", "allowed"]);
  });
});
