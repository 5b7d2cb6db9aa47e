import type { OperationName, PalimpsestContract, RawInputOf } from "@palimpsest/contract";
import type { Principal } from "../../identity/index.js";
import type { TenantWorld } from "./tenant-world.js";

export interface Sample<N extends OperationName> {
  input: RawInputOf<PalimpsestContract[N]>;
  who?: Principal;
}

export type Samples = { [N in OperationName]: (w: TenantWorld) => Sample<N> };

export const about = (w: TenantWorld) => ({
  subject_type: "user",
  subject_id: w.subject,
  project_id: w.project,
});

let next = 1;

/** Those of documents and what they tell of. */
export const documentSamples = {
  ingestArtifact: (w) => ({
    input: { artifact_type: "note", source_system: "s", content: `a document ${next++}`, ...about(w) },
  }),
  listArtifacts: (w) => ({ input: { source_id: w.source } }),
  searchArtifacts: () => ({ input: { query: "heron" } }),
  getArtifact: (w) => ({ input: { artifact_id: w.document, revision_id: w.revision } }),
  artifactRevisions: (w) => ({ input: { artifact_uid: w.document } }),
  resolveArtifact: (w) => ({ input: { artifact_uid: w.documentToResolve }, who: w.ann }),
  deleteArtifact: (w) => ({ input: { artifact_id: w.documentToDelete } }),
  searchSemanticEvents: (w) => ({ input: { query: "heron", artifact_uid: w.document } }),
  getSemanticEvent: (w) => ({ input: { event_id: w.semanticEvent } }),
  revisionEvents: (w) => ({ input: { artifact_uid: w.document, revision_id: w.revision } }),
  rejectedEvents: (w) => ({ input: { artifact_uid: w.document, revision_id: w.revision } }),
  reextractEvents: (w) => ({ input: { artifact_uid: w.document, revision_id: w.revision }, who: w.ann }),
  searchEntities: () => ({ input: { query: "heron" } }),
  getEntity: (w) => ({ input: { entity_id: w.namedEntity } }),
  getExtractionJob: (w) => ({ input: { artifact_uid: w.document, revision_id: w.revision } }),
} satisfies Partial<Samples>;
