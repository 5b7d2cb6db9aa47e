import type { OperationName, OutputOf, PalimpsestContract } from "@palimpsest/contract";
import type { Principal } from "../../identity/index.js";
import type { CalledMemory } from "./called-memory.js";

/** Documents of a tenant, and an event that one of them tells of. */
export interface DocumentWorld {
  source: string;
  document: string;
  revision: string;
  semanticEvent: string;
  namedEntity: string;
  documentToResolve: string;
  documentToDelete: string;
}

const callsOf =
  (memory: CalledMemory, who: Principal) =>
  <N extends OperationName>(operation: N, input: object) =>
    memory.call(who, operation, input as never) as Promise<OutputOf<PalimpsestContract[N]>>;

/** Where no worker runs there is no event; then one is named that does not exist. */
async function eventIn(memory: CalledMemory, who: Principal, artifact_uid: string): Promise<string> {
  const events = async () => (await callsOf(memory, who)("revisionEvents", { artifact_uid })).events;
  await memory.settle(async () => (await events()).length > 0);
  return (await events())[0]?.event_id ?? `evn_${"9".repeat(27)}`;
}

/** Who took part in the document. */
async function entityIn(memory: CalledMemory, who: Principal, event_id: string): Promise<string> {
  const missing = `ent_${"9".repeat(27)}`;
  if (event_id.startsWith("evn_")) return missing;
  const { actors } = await callsOf(memory, who)("getSemanticEvent", { event_id });
  return actors[0]?.entity_id ?? missing;
}

export async function fillDocuments(
  memory: CalledMemory,
  ann: Principal,
  name: string,
  text: string,
): Promise<DocumentWorld> {
  const ingest = (of: string, more: object = {}) =>
    callsOf(memory, ann)("ingestArtifact", {
      ...{ artifact_type: "note", source_system: "s", source_id: `${of}-${name}`, visibility_scope: "org" },
      ...{ content: `${text}, ${of}`, ...more },
    });
  const kept = await ingest("kept", { content: `Decision: ${text}, kept.`, participants: [text] });
  const semanticEvent = await eventIn(memory, ann, kept.artifact_uid);
  return {
    source: `kept-${name}`,
    document: kept.artifact_id,
    revision: kept.revision_id,
    semanticEvent,
    namedEntity: await entityIn(memory, ann, semanticEvent),
    documentToResolve: (await ingest("open", { retention_policy: "until_resolved" })).artifact_id,
    documentToDelete: (await ingest("shed")).artifact_id,
  };
}

/** One that is private to an agent. */
export async function hideDocument(
  memory: CalledMemory,
  yak: Principal,
  text: string,
): Promise<Omit<DocumentWorld, "source" | "revision">> {
  const { artifact_id: document } = await callsOf(memory, yak)("ingestArtifact", {
    ...{ artifact_type: "note", source_system: "s", retention_policy: "until_resolved" },
    content: `Decision: ${text}.`,
    participants: [text],
  });
  const semanticEvent = await eventIn(memory, yak, document);
  const namedEntity = await entityIn(memory, yak, semanticEvent);
  return { document, semanticEvent, namedEntity, documentToResolve: document, documentToDelete: document };
}
