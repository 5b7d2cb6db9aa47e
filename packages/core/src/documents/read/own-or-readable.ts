import type { Tx } from "../../db/index.js";
import type { OperationContext } from "../../services.js";
import { type ArtifactHead, findHead } from "../head.sql.js";
import { findReadable } from "./find-artifact.js";

/** The document that an id names: the caller's own, also if the policy keeps it from being read, else one that may be read. */
export async function findOwnOrReadable(
  tx: Tx,
  context: OperationContext,
  id: string,
): Promise<Pick<ArtifactHead, "headId" | "artifactId" | "uid"> | undefined> {
  const head = await findHead(tx, context.who, id);
  if (head === undefined || head.ownerId === context.who.id) return head;
  const found = await findReadable(tx, context, { artifact: id, channel: "private" });
  if (found === undefined) return undefined;
  const { head_id, artifact_id, artifact_uid } = found.row;
  return { headId: head_id, artifactId: artifact_id, uid: artifact_uid };
}
