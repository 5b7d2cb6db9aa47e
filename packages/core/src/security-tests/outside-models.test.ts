import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../db/testing/index.js";
import { openChatModel, openEmbedder } from "../models/index.js";
import { type ChatServer, startChatServer } from "../models/testing/chat-server.js";
import { type MisbehavingServer, startMisbehavingServer } from "../models/testing/misbehaving-server.js";
import { wholePolicy } from "../policy/testing/whole-policy.js";
import { message } from "../testing/samples.js";
import { admin, human, openTestMemory, type TestMemory } from "../testing/test-memory.js";

const mail = "ann@example.org";
const secret = "heliotrope";
const badge = "EMP-1234";
const document = {
  ...{ artifact_type: "doc", source_system: "drive", document_date: "2026-03-02" },
  content: `Ann decided to close the club.\nShe told ${mail} about it, and the badge ${badge} is void.`,
};

describe.each(engines)("what a service is sent on $name", (engine) => {
  let embeddings: MisbehavingServer;
  let chat: ChatServer;
  let memory: TestMemory;
  const ada = human("ada");
  const call = ((operation, input) => memory.call(ada, operation, input as never)) as ReturnType<
    TestMemory["as"]
  >;
  beforeAll(async () => {
    embeddings = await startMisbehavingServer();
    chat = await startChatServer();
    const endpoint = { baseUrl: embeddings.url, model: "tiny", dims: 8, attempts: 1 };
    memory = await openTestMemory(engine, {
      embedder: await openEmbedder({ provider: "openai", ...endpoint }),
    });
    const model = openChatModel({ baseUrl: chat.url, model: "tiny", attempts: 1 });
    memory.services.extraction = { model };
    await memory.call(admin(), "applyPolicy", {
      yaml: wholePolicy(`version: 1
redact_policies:
  default:
    rules: [{ name: badge, find: 'EMP-\\d{4}', replace: '[BADGE]', class: internal }]
boundary_classes:
  internal: { redact: [badge] }
`),
    });
  });
  afterAll(async () => {
    await memory.close();
    await Promise.all([embeddings.close(), chat.close()]);
  });

  /** What the services were sent since the last time, with nothing in it that must not leave. */
  const sent = () => {
    const all = [...embeddings.requests, ...chat.requests].map(({ body }) => JSON.stringify(body)).join("\n");
    embeddings.requests.length = 0;
    chat.requests.length = 0;
    for (const word of [mail, secret, badge]) expect(all).not.toContain(word);
    return all;
  };

  it("has no personal data in it, whatever is written or asked", async () => {
    const { chunk_id } = await call(
      "recordEvent",
      message(`The heron club answers at ${mail}, badge ${badge}`),
    );
    expect(sent()).toContain("answers at [REDACTED:email], badge [BADGE]");
    await call("learnFact", { content: `Ann is reached at ${mail}` });
    await call("storeProcedure", { name: "Call", description: `When ${mail} writes` });
    await call("correct", {
      memory_id: chunk_id,
      text: `The egret club answers at ${mail}`,
      reason: "Wrong bird",
    });
    expect(sent()).toContain("The egret club answers at [REDACTED:email]");
    const { memories } = await call("recall", { query: `Who answers at ${mail}?` });
    expect(memories.map(({ memory_id }) => memory_id)).toContain(chunk_id);
    await call("searchChunks", { query: `badge ${badge}`, channel: "private" });
    await call("context", { query: `Write to ${mail}` });
    await call("checkCensors", { text: `Write to ${mail}` });
    await call("validateBoundary", { payload: `Write to ${mail}`, allow: ["tool:contact-lookup"] });
    expect(sent()).toContain("Who answers at [REDACTED:email]?");
  });

  it("has nothing in it of what is secret", async () => {
    const tell = (text: string, given: object) =>
      call("recordEvent", message(text, { session_id: "vault", ...given }));
    const kept = await tell(`The word is ${secret}`, { sensitivity: "secret" });
    expect(sent()).toBe("");
    expect(kept.chunk_id).toBeTruthy();
  });

  it("is a document with blocks instead of personal data, whose quotes still stand where they stood", async () => {
    const { content } = document;
    const quote = content.slice(content.indexOf("She")).replace(mail, "█".repeat(mail.length));
    const start_char = content.indexOf("She");
    const event = {
      ...{ category: "Execution", subject: { type: "person", ref: "Ann" }, actors: [], event_time: null },
      ...{ narrative: "Ann told somebody about it.", confidence: 0.9 },
      evidence: { quote: quote.slice(0, 30), start_char, end_char: start_char + 30 },
    };
    chat.script({ says: { entities: [], events: [event] } });
    const { artifact_id } = await call("ingestArtifact", document);
    await memory.settle();
    expect(sent()).toContain(`She told ${"█".repeat(mail.length)} about it`);
    const { events } = await call("revisionEvents", { artifact_uid: artifact_id, include_evidence: true });
    expect(events.map(({ narrative }) => narrative)).toEqual(["Ann told somebody about it."]);
    expect(events[0]?.evidence?.[0]).toMatchObject({ quote: content.slice(start_char, start_char + 30) });
  });

  it("is nothing of a document that is highly sensitive", async () => {
    const content = `Ann decided that the word is ${secret}.`;
    await call("ingestArtifact", {
      ...document,
      content,
      source_id: "vault",
      sensitivity: "highly_sensitive",
    });
    await memory.settle();
    // The head of the document has a title of its own.
    expect(sent()).not.toContain("decided");
  });
});
