import type { TestEngine } from "../../db/testing/index.js";
import { openChatModel } from "../../models/index.js";
import { type ChatServer, startChatServer } from "../../models/testing/chat-server.js";
import type { Services } from "../../services.js";
import { runJobs } from "../../testing/run-jobs.js";
import { human, openTestMemory, type TestMemory } from "../../testing/test-memory.js";

export const ann = human("ann");

/** A memory whose extractor is rules, or a model on a server that answers as scripted. */
export interface EventWorld {
  memory: TestMemory;
  server: ChatServer;
  /** The same services with the model as extractor. */
  withModel: Services;
  ingest(content: string, more?: object): Promise<Ingested>;
  /** Runs what is due, by rules or by the model. */
  work(by?: "rules" | "model"): Promise<unknown>;
  /** As if the time to try failed jobs again had come. */
  due(): Promise<unknown>;
  job(artifact_uid: string): Promise<Awaited<ReturnType<typeof jobOf>>>;
  eventsOf(artifact_uid: string, more?: object): Promise<Awaited<ReturnType<typeof listOf>>>;
  close(): Promise<void>;
}

type Ingested = Awaited<ReturnType<typeof ingestOf>>;
const ingestOf = (memory: TestMemory, content: string, more: object) =>
  memory.call(ann, "ingestArtifact", {
    ...{ artifact_type: "note", source_system: "test", document_date: "2026-03-02", content },
    ...more,
  } as never);
const jobOf = (memory: TestMemory, artifact_uid: string) =>
  memory.call(ann, "getExtractionJob", { artifact_uid });
const listOf = (memory: TestMemory, artifact_uid: string, more: object) =>
  memory.call(ann, "revisionEvents", { artifact_uid, include_evidence: true, ...more });

export async function openEventWorld(engine: TestEngine): Promise<EventWorld> {
  const memory = await openTestMemory(engine);
  const server = await startChatServer();
  const model = openChatModel({ baseUrl: server.url, model: "tiny", attempts: 1, timeoutMs: 60_000 });
  const withModel: Services = { ...memory.services, extraction: { model } };
  return {
    memory,
    server,
    withModel,
    ingest: (content, more = {}) => ingestOf(memory, content, more),
    work: (by = "rules") => runJobs(by === "rules" ? memory.services : withModel),
    due: () => memory.database.ownerQuery("update palimpsest.job set run_at = clock_timestamp()"),
    job: (uid) => jobOf(memory, uid),
    eventsOf: (uid, more = {}) => listOf(memory, uid, more),
    async close() {
      await server.close();
      await memory.close();
    },
  };
}

/** What a model says of one sentence of a text. */
export function told(text: string, quote: string, category: string, more: object = {}) {
  const start_char = text.indexOf(quote);
  return {
    ...{ category, subject: { type: "object", ref: "it" }, actors: [{ ref: "Ann", role: "owner" }] },
    ...{ event_time: null, narrative: `The model says: ${quote}`, confidence: 0.9 },
    evidence: { quote, start_char, end_char: start_char + quote.length },
    ...more,
  };
}

export const says = (...events: unknown[]) => ({ says: { entities: [], events } });
