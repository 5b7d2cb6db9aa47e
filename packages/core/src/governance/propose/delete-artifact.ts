import type { InputOf, OutputOf, PalimpsestContract } from "@palimpsest/contract";
import { artifactNotFound, findOwnOrReadable, partsOf } from "../../documents/index.js";
import type { OperationContext } from "../../services.js";
import { proposeEdit } from "./propose-edit.js";

/** Retracts what stands for a document; the passages of all its revisions follow. */
export async function deleteArtifact(
  context: OperationContext,
  { artifact_id, reason = "The document is deleted" }: InputOf<PalimpsestContract["deleteArtifact"]>,
): Promise<OutputOf<PalimpsestContract["deleteArtifact"]>> {
  const { head, parts } = await context.read(async (tx) => {
    const head = await findOwnOrReadable(tx, context, artifact_id);
    if (head === undefined) throw artifactNotFound(artifact_id);
    return { head, parts: await partsOf(tx, context.who, head.headId) };
  });
  return proposeEdit(
    context,
    {
      target_type: "artifact",
      target_id: head.headId,
      op: "retract",
      patch: {},
      reason,
      twins: "leave",
    },
    ({ editId, status }) => ({
      artifact_id: head.artifactId,
      artifact_uid: head.uid,
      status: status === "approved" ? "deleted" : "pending",
      edit_id: editId,
      deleted: {
        revisions: parts.revisions,
        chunks: parts.chunkIds.length,
        events: parts.eventIds.length,
      },
    }),
  );
}
