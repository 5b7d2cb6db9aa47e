import { notFound, PalimpsestError } from "@palimpsest/contract";
import type { Tx } from "../../db/index.js";
import { mayRead } from "../../policy/index.js";
import type { OperationContext } from "../../services.js";
import { type Filter, filterOf } from "../../substrate/index.js";
import { type ArtifactRow, findNamed } from "./artifact.sql.js";

type Channel = Parameters<typeof filterOf>[2]["channel"];

/** The passages of a document as they may be read in a channel, also of a revision that was superseded. */
export const passageFilter = ({ policy }: OperationContext, channel: Channel): Filter => ({
  ...filterOf(policy, ["chunk"], { channel }),
  supersededToo: true,
});

interface Named {
  artifact: string;
  revisionId?: string;
  channel: Channel;
}

/** The first revision of those that are named which the caller may read in this channel. */
export async function findReadable(
  tx: Tx,
  context: OperationContext,
  { artifact, revisionId, channel }: Named,
): Promise<{ row: ArtifactRow; filter: Filter } | undefined> {
  const filter = passageFilter(context, channel);
  for (const row of await findNamed(tx, context.who, artifact, revisionId)) {
    // What is highly sensitive is never loaded on its own accord; its owner may ask for it by its id.
    const isOwn = channel === "private" && row.owner_id === context.who.id;
    const classes = isOwn ? [...filter.classes, "secret"] : filter.classes;
    const passage = { ...row, kind: "chunk", token_count: row.passage_tokens };
    if (
      classes.includes(row.boundary_class) &&
      (filter.saidIn === undefined || filter.saidIn.includes(row.channel)) &&
      mayRead(context.policy, context.who, passage)
    ) {
      return { row, filter: { ...filter, classes } };
    }
  }
  return undefined;
}

/** A revision that the caller may read in this channel. What is not there and what is not theirs answers alike. */
export async function findArtifact(tx: Tx, context: OperationContext, named: Named) {
  const { artifact, revisionId, channel } = named;
  const found = await findReadable(tx, context, named);
  if (found !== undefined) return found;
  if (revisionId !== undefined && (await findReadable(tx, context, { artifact, channel })) !== undefined) {
    throw revisionNotFound(revisionId);
  }
  throw artifactNotFound(artifact);
}

const missing = (what: string, id: string) =>
  new PalimpsestError("NOT_FOUND", `${what} ${id} not found`, { details: notFound(what).details });

export const artifactNotFound = (id: string) => missing("Artifact", id);
const revisionNotFound = (id: string) => missing("Revision", id);
