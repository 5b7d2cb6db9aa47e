import { notFound, PalimpsestError } from "@palimpsest/contract";
import type { Tx } from "../../db/index.js";
import { mayRead } from "../../policy/index.js";
import type { OperationContext } from "../../services.js";
import { type Filter, filterOf } from "../../substrate/index.js";
import { type ArtifactRow, findRevision } from "./artifact.sql.js";

type Channel = Parameters<typeof filterOf>[2]["channel"];

/** The passages of a document as they may be read in a channel, also of a revision that was superseded. */
export const passageFilter = ({ policy }: OperationContext, channel: Channel): Filter => ({
  ...filterOf(policy, ["chunk"], { channel }),
  supersededToo: true,
});

/** A revision that the caller may read in this channel. What is not there and what is not theirs answers alike. */
export async function findArtifact(
  tx: Tx,
  context: OperationContext,
  { artifact, revisionId, channel }: { artifact: string; revisionId?: string; channel: Channel },
): Promise<{ row: ArtifactRow; filter: Filter }> {
  const filter = passageFilter(context, channel);
  const row = await findRevision(tx, context.who, artifact, revisionId);
  if (row === undefined && revisionId !== undefined) {
    if (await findRevision(tx, context.who, artifact)) throw revisionNotFound(revisionId);
  }
  // What is highly sensitive is never loaded on its own accord; its owner may ask for it by its id.
  const classes =
    channel === "private" && row?.owner_id === context.who.id
      ? [...filter.classes, "secret"]
      : filter.classes;
  if (row === undefined || !classes.includes(row.boundary_class)) throw artifactNotFound(artifact);
  if (filter.saidIn !== undefined && !filter.saidIn.includes(row.channel)) throw artifactNotFound(artifact);
  const passage = { ...row, kind: "chunk", token_count: row.passage_tokens };
  if (!mayRead(context.policy, context.who, passage)) throw artifactNotFound(artifact);
  return { row, filter: { ...filter, classes } };
}

const named = (what: string, id: string) =>
  new PalimpsestError("NOT_FOUND", `${what} ${id} not found`, { details: notFound(what).details });

export const artifactNotFound = (id: string) => named("Artifact", id);
const revisionNotFound = (id: string) => named("Revision", id);
