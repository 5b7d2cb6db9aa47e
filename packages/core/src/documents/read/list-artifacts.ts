import type { InputOf, PalimpsestContract } from "@palimpsest/contract";
import { isBehind, pageOf } from "../../paging/page.js";
import type { OperationContext } from "../../services.js";
import { findLatest, findRevisions, shownArtifact } from "./artifact.sql.js";
import { findArtifact, passageFilter } from "./find-artifact.js";

export async function listArtifacts(
  context: OperationContext,
  input: InputOf<PalimpsestContract["listArtifacts"]>,
) {
  const page = pageOf(context, "listArtifacts", input);
  const filter = passageFilter(context, input.channel);
  const { found, total } = await context.read((tx) => findLatest(tx, context.who, filter, input, page));
  const { shown, next } = page.cut(found, ({ ingested_at, artifact_id }) => [ingested_at, artifact_id]);
  context.touched(shown.map(({ artifact_id }) => artifact_id));
  return { artifacts: shown.map(shownArtifact), total, ...next };
}

export async function artifactRevisions(
  context: OperationContext,
  input: InputOf<PalimpsestContract["artifactRevisions"]>,
) {
  const page = pageOf(context, "artifactRevisions", input);
  const { row, revisions } = await context.read(async (tx) => {
    const { row, filter } = await findArtifact(tx, context, {
      artifact: input.artifact_uid,
      channel: input.channel,
    });
    const all = await findRevisions(tx, context.who, row.head_id);
    return { row, revisions: all.filter(({ boundary_class }) => filter.classes.includes(boundary_class)) };
  });
  context.touched([row.artifact_uid]);
  const placeOf = ({ ingested_at, artifact_id }: (typeof revisions)[number]) => [ingested_at, artifact_id];
  const { shown, next } = page.cut(
    revisions.filter((revision) => isBehind(placeOf(revision), page.after)),
    placeOf,
  );
  return {
    artifact_uid: row.artifact_uid,
    revisions: shown.map(
      ({ revision_id, artifact_id, is_latest, content_hash, token_count, ingested_at }) => ({
        revision_id,
        artifact_id,
        is_latest,
        content_hash,
        token_count,
        ingested_at,
      }),
    ),
    total: revisions.length,
    ...next,
  };
}
