import { type InputOf, limits, type PalimpsestContract, PalimpsestError } from "@palimpsest/contract";
import type { OperationContext } from "../services.js";
import { assertText, maskSecrets } from "../text/index.js";
import { findHead } from "./head.sql.js";
import { artifactNotFound } from "./read/find-artifact.js";
import { resolveDocument } from "./resolve-artifact.sql.js";

/** A document that is kept until it is resolved expires at once. Resolving it again gives the time of the first. */
export function resolveArtifact(
  context: OperationContext,
  { artifact_uid, reason }: InputOf<PalimpsestContract["resolveArtifact"]>,
) {
  const { who } = context;
  if (reason !== undefined) assertText("reason", reason, { maxChars: limits.reasonChars });
  const why = reason === undefined ? undefined : maskSecrets(reason).text;
  return context.write(async (tx) => {
    const head = await findHead(tx, who, artifact_uid);
    if (head === undefined || head.ownerId !== who.id) throw artifactNotFound(artifact_uid);
    if (head.retentionPolicy !== "until_resolved") {
      throw new PalimpsestError(
        "CONFLICT",
        `This document is kept by the policy ${head.retentionPolicy}; only one that is kept until_resolved is resolved. Delete it instead.`,
      );
    }
    context.touched([head.uid]);
    return {
      artifact_uid: head.uid,
      resolved_at: head.resolvedAt ?? (await resolveDocument(tx, head.headId, why)),
    };
  });
}
