import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../db/testing/index.js";
import { message } from "../testing/samples.js";
import { agent, human, openTestMemory, type TestMemory } from "../testing/test-memory.js";

const mail = "ann@example.org";

describe.each(engines)("the class of a new memory on $name", (engine) => {
  let memory: TestMemory;
  const ada = human("ada");
  beforeAll(async () => {
    memory = await openTestMemory(engine);
  });
  afterAll(() => memory.close());

  const call = ((operation, input) => memory.call(ada, operation, input as never)) as ReturnType<
    TestMemory["as"]
  >;
  const classOf = async (...ids: (string | null | undefined)[]) => {
    const rows = await memory.database.ownerQuery<{ boundary_class: string }>(
      `select m.boundary_class from unnest($1::text[]) with ordinality as given(id, n)
       join palimpsest.memory m on m.id = given.id order by n`,
      [ids],
    );
    return rows.map(({ boundary_class }) => boundary_class);
  };

  it("is that of what is found in it, whichever way it is written", async () => {
    const event = await call("recordEvent", message(`Write to ${mail}`));
    const batch = await call("recordEvents", {
      events: [message("The heron waded"), message("Call +44 20 7946 0958 about the heron")],
    });
    const noted = await call("remember", { text: `The heron club answers at ${mail}` });
    const fact = await call("learnFact", { content: `Ada is reached at ${mail}` });
    const stored = await call("storeKnowledge", { content: "The heron club", metadata: { contact: mail } });
    const episode = await call("startEpisode", { summary: "The heron hunt", participants: [mail] });
    const skill = await call("storeProcedure", { name: "Call the club", goals: [`Write to ${mail}`] });
    const decision = await call("createDecision", { decision: "Ask the club", rationale: [`By ${mail}`] });
    const rule = await call("createRule", { content: `Send reports to ${mail}` });
    const tagged = await call("remember", { text: "A heron with a tag", tags: [mail] });
    const [plain, called] = batch.results.map(({ memory_id }) => memory_id);
    expect(await classOf(event.chunk_id, plain, called, noted.memory_id)).toEqual([
      "pii",
      "public",
      "pii",
      "pii",
    ]);
    expect(await classOf(fact.id, stored.id, episode.id, skill.id)).toEqual(Array(4).fill("pii"));
    expect(await classOf(decision.memory_id, rule.memory_id, tagged.memory_id)).toEqual(Array(3).fill("pii"));
    expect((await call("getFact", { fact_id: fact.id })).sensitivity).toBe("high");
  });

  it("is that of the whole event, so that no part of it is shown in a lower channel", async () => {
    const { event_id, chunk_id } = await call("recordEvent", {
      ...message("The lookup is done", { session_id: "lookup", channel: "team" }),
      ...{ kind: "tool_result", content: { excerpt_text: "The lookup is done", output: `found ${mail}` } },
    });
    expect(await classOf(chunk_id)).toEqual(["pii"]);
    const [record] = await memory.database.ownerQuery<{ sensitivity: string }>(
      `select sensitivity from palimpsest.record where event_id = $1`,
      [event_id],
    );
    expect(record?.sensitivity).toBe("high");
  });

  it("is never lowered, and does not rise because of a name", async () => {
    const secret = await call("recordEvent", message(`Mail ${mail}`, { sensitivity: "secret" }));
    const low = await call("recordEvent", message("The host is 8.8.8.8", { sensitivity: "low" }));
    const named = await memory.call(human(mail), "learnFact", { content: "Herons wade", subject: mail });
    const { capsule_id } = await call("createCapsule", {
      ...{ scope: "user", subject_type: "user", subject_id: mail, audience_agent_ids: ["bot"] },
      ...{ ttl_days: 1, items: { chunks: [low.chunk_id], decisions: [], artifacts: [] } },
    });
    expect(await classOf(secret.chunk_id, low.chunk_id, named.id, capsule_id)).toEqual([
      ...["secret", "internal", "public", "public"],
    ]);
  });

  it("is at least that of what it was made from, before it is embedded", async () => {
    const { memory_id: secret } = await call("remember", { text: `The heron club answers at ${mail}` });
    const { chunk_id: low } = await call(
      "recordEvent",
      message("The host is 8.8.8.8", { sensitivity: "low" }),
    );
    const { id: episode } = await call("startEpisode", { summary: `Asked ${mail} about herons` });
    const { memory_id: decision } = await call("createDecision", { decision: `Ask ${mail} first` });
    const summary = {
      scope: "user",
      subject_type: "user",
      subject_id: "ada",
      session_id: "s",
      channel: "private",
    };
    const made = [
      (await call("remember", { text: "The club can be written to", derived_from: [low, secret] })).memory_id,
      (await call("remember", { text: "There is a host", derived_from: [low] })).memory_id,
      (await call("saveSummary", { text: "Herons have a club", ...summary, derived_from: [secret] }))
        .chunk_id,
      (await call("learnFact", { content: "Herons are asked about", source_episode_id: episode })).id,
      (await call("learnFact", { content: "Herons are asked first", source_decision_id: decision })).id,
      (await call("createDecision", { decision: "Write to the club", refs: [secret, "ticket 7"] })).memory_id,
      (
        await call("addCensor", {
          ...{ trigger_pattern: "unasked", reason: "ask first", learned_from_decision: decision },
        })
      ).id,
      (await call("remember", { text: "A fact of a club", kind: "fact", derived_from: [secret] })).memory_id,
    ];
    expect(await classOf(...made)).toEqual(["pii", "internal", ...Array(6).fill("pii")]);
    const foreign = await memory.call(human("eve"), "remember", {
      text: `Eve's ${mail}`,
      visibility: "private",
    });
    const refused = call("remember", { text: "Made from Eve's", derived_from: [foreign.memory_id] });
    await expect(refused).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  it("is that of a document's strictest passage, for all of them", async () => {
    const ingested = await call("ingestArtifact", {
      ...{ artifact_type: "doc", source_system: "drive", source_id: "club", visibility_scope: "org" },
      content: `Ada decided to close the club on 2 March 2026.\n\nQuestions go to ${mail}.`,
    });
    await memory.settle();
    const { events } = await call("searchSemanticEvents", { query: "close the club" });
    expect(events.length).toBeGreaterThan(0);
    expect(await classOf(ingested.artifact_id, events[0]!.event_id)).toEqual(["pii", "pii"]);
    const { artifacts } = await call("listArtifacts", {});
    expect(artifacts.map(({ sensitivity }) => sensitivity)).toEqual(["sensitive"]);
  });

  it("rises with an amendment, and stays when that is undone", async () => {
    const { memory_id } = await call("remember", { text: "The egret club has an address", channel: "team" });
    const find = async () =>
      (await call("recall", { query: "egret club", channel: "team" })).memories.map(
        (found) => found.memory_id,
      );
    expect(await find()).toEqual([memory_id]);
    await call("correct", { memory_id, text: `The egret club answers at ${mail}`, reason: "It has one now" });
    expect(await classOf(memory_id)).toEqual(["pii"]);
    expect(await find()).toEqual([]);
    await call("applyEdit", {
      ...{ op: "restore", target_type: "chunk", target_id: memory_id, reason: "No", patch: { op: "amend" } },
    });
    expect(await classOf(memory_id)).toEqual(["pii"]);
  });

  it("rises when a fact is stored again with other words, and a lower one is ignored", async () => {
    const store = (content: string) => call("storeKnowledge", { content, external_id: "club" });
    const { id } = await store("The club has no address");
    expect(await classOf(id)).toEqual(["public"]);
    await store(`The club answers at ${mail}`);
    expect(await classOf(id)).toEqual(["pii"]);
    await store("The club has no address again");
    expect(await classOf(id)).toEqual(["pii"]);
  });

  it("is found by an agent of the tenant in channel private alone", async () => {
    await call("recordEvent", message(`The bittern club answers at ${mail}`, { channel: "team" }));
    const found = async (given: object) => {
      const { chunks } = await memory.call(agent("bot"), "searchChunks", { query: "bittern club", ...given });
      return chunks.filter(({ text }) => text.includes("bittern")).length;
    };
    expect(await found({ channel: "private" })).toBe(1);
    expect(await found({ channel: "team" })).toBe(0);
    expect(await found({})).toBe(0);
  });

  it("rises to that of sources that are named later, or that are raised later", async () => {
    const { memory_id: pii } = await call("remember", { text: `The egret club answers at ${mail}` });
    const note = { text: "The egrets have a club" };
    const { memory_id: repeated } = await call("remember", note);
    expect(await classOf(repeated)).toEqual(["public"]);
    expect(await call("remember", { ...note, derived_from: [pii] })).toMatchObject({ memory_id: repeated });

    const { chunk_id: event } = await call("recordEvent", message("Written to the egrets", { refs: [pii] }));
    const { chunk_id: long } = await call(
      "recordEvent",
      message(`Egrets. ${"Nothing else. ".repeat(8_000)}`, { refs: [pii, "ticket 7"] }),
    );
    const { memory_id: decision } = await call("createDecision", { decision: "Write to the egrets" });
    await call("applyEdit", {
      ...{ target_type: "decision", target_id: decision, op: "amend", reason: "a test" },
      patch: { attributes: { refs: [pii] } },
    });
    expect(await classOf(repeated, event, long, decision)).toEqual(Array(4).fill("pii"));

    const { memory_id: source } = await call("remember", {
      text: "The grebe club is shy",
      channel: "team",
    });
    const { memory_id: first } = await call("remember", {
      text: "Grebes are shy",
      channel: "team",
      derived_from: [source],
    });
    const { memory_id: second } = await call("remember", {
      text: "Be shy",
      channel: "team",
      derived_from: [first],
    });
    const found = async () =>
      (await call("recall", { query: "shy", channel: "team" })).memories.map(({ memory_id }) => memory_id);
    expect((await found()).toSorted()).toEqual([source, first, second].toSorted());
    await call("correct", { memory_id: source, text: `The grebe club is shy, ask ${mail}`, reason: "r" });
    expect(await classOf(source, first, second)).toEqual(Array(3).fill("pii"));
    expect(await found()).toEqual([]);
  });
});
