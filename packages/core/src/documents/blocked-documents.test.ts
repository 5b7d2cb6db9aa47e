import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../db/testing/index.js";
import { ann, type EventWorld, openEventWorld } from "./testing/event-world.js";
import { sentences } from "./testing/texts.js";

describe.each(engines)("blocks of whole documents on $name", (engine) => {
  let world: EventWorld;
  beforeAll(async () => {
    world = await openEventWorld(engine);
  });
  afterAll(() => world.close());
  const contentOf = async (artifact_id: string) =>
    (await world.memory.call(ann, "getArtifact", { artifact_id, include_content: true })).content!;
  it.each(["a short text", "a long one"])("hold back all of a document that is blocked: %s", async (how) => {
    const many = how === "a short text" ? 1 : 220;
    const of = { source_id: `blocked: ${how}`, channel: "team" };
    const textOf = (word: string) => `${sentences(many)} Decision: the ${word} of ${how} stays at home.`;
    const first = await world.ingest(textOf("wombat"), of);
    await world.work();
    const uid = first.artifact_uid;
    const block = await world.memory.call(ann, "applyEdit", {
      ...{ op: "block", target_id: uid, target_type: "artifact", patch: { channel: "team" }, reason: "no" },
    });
    expect(block.status).toBe("approved");
    const second = await world.ingest(textOf("quokka").replaceAll("Item", "Thing"), of);
    await world.work();
    const inTeam = async () => {
      const inChannel = { channel: "team" } as const;
      const asked = { query: "quokka harbour", ...inChannel };
      const { memories } = await world.memory.call(ann, "recall", { ...asked, limit: 50 });
      const { results } = await world.memory.call(ann, "searchArtifacts", asked);
      const { events } = await world.memory.call(ann, "searchSemanticEvents", { ...asked, query: "quokka" });
      const whole = await world.memory
        .call(ann, "getArtifact", { artifact_id: uid, include_content: true, ...inChannel })
        .catch(() => ({ content: "" }));
      const texts = [
        ...memories.map((one) => one.text),
        ...results.map((one) => one.content),
        whole.content!,
      ];
      return [...texts, ...events.map((one) => one.narrative)].filter((one) => one.includes(how)).length;
    };
    expect(await inTeam()).toBe(0);
    expect(await contentOf(second.artifact_id)).toContain("quokka");
    expect((await world.eventsOf(uid)).events.map(({ narrative }) => narrative)).toEqual([
      `Decision: the quokka of ${how} stays at home.`,
    ]);
    await world.memory.call(ann, "applyEdit", {
      ...{ op: "restore", target_id: uid, target_type: "artifact", patch: {}, reason: "yes" },
    });
    expect(await inTeam()).toBeGreaterThanOrEqual(4);
  });
});
