import type { InputOf, OutputOf, PalimpsestContract } from "@palimpsest/contract";
import type { Tx } from "../../db/index.js";
import type { OperationContext } from "../../services.js";
import { eventsOfRevision } from "../events/read-events.js";
import { effectiveText } from "../read/effective-text.js";
import { findArtifact } from "../read/find-artifact.js";
import { readPassages } from "../read/get-artifact.js";
import { diffEvents } from "./diff-events.js";
import { diffText } from "./diff-text.js";

type Input = InputOf<PalimpsestContract["artifactDiff"]>;
type Output = OutputOf<PalimpsestContract["artifactDiff"]>;

/** What changed between two revisions, of their texts as the caller may read them now: what is withheld stays blocks. */
export async function artifactDiff(context: OperationContext, input: Input): Promise<Output> {
  const { from, to } = await context.read(async (tx) => {
    const to = await readRevision(tx, context, input, input.artifact_uid, input.to_revision_id);
    return { to, from: await readRevision(tx, context, input, to.row.artifact_id, input.from_revision_id) };
  });
  context.touched([from.row.artifact_id, to.row.artifact_id]);
  return {
    artifact_uid: to.row.artifact_uid,
    from_revision_id: from.row.revision_id,
    to_revision_id: to.row.revision_id,
    text: await diffText(from.text, to.text),
    events: diffEvents(from.events, to.events),
  };
}

async function readRevision(
  tx: Tx,
  context: OperationContext,
  { channel }: Input,
  artifact: string,
  revisionId: string | undefined,
) {
  const { row, filter } = await findArtifact(tx, context, { artifact, revisionId, channel });
  return {
    row,
    text: effectiveText(await readPassages(tx, context.who, filter, row)),
    events: await eventsOfRevision(tx, context, row, filter, { evidence: true }),
  };
}
