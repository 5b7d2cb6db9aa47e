import { type InputOf, type OutputOf, type PalimpsestContract, PalimpsestError } from "@palimpsest/contract";
import type { OperationContext } from "../../services.js";
import { findEntity, findMentions } from "../../substrate/index.js";
import { findByIds } from "../read/artifact.sql.js";
import { passageFilter } from "../read/find-artifact.js";
import { maskedForm, shownEntity } from "./shown-entity.js";

type Input = InputOf<PalimpsestContract["getEntity"]>;
type Output = OutputOf<PalimpsestContract["getEntity"]>;

const maxMentions = 1_000;

/** An entity by its id, with its mentions in earlier revisions too. One that no readable text names is not there. */
export async function getEntity(context: OperationContext, { entity_id, channel }: Input): Promise<Output> {
  const { who } = context;
  const filter = passageFilter(context, channel);
  return context.read(async (tx) => {
    const row = await findEntity(tx, who, filter, entity_id);
    if (row === undefined) throw new PalimpsestError("NOT_FOUND", `Entity ${entity_id} not found`);
    const found = await findMentions(tx, who, filter, entity_id, maxMentions);
    const artifacts = await findByIds(tx, who, [...new Set(found.map(({ source_id }) => source_id))]);
    const byId = new Map(artifacts.map((artifact) => [artifact.artifact_id, artifact]));
    context.touched([entity_id]);
    return {
      ...shownEntity(filter, row),
      mentions: found.flatMap((mention) => {
        const artifact = byId.get(mention.source_id);
        if (artifact === undefined) return [];
        const { memory_id: chunk_id, start_char, end_char } = mention;
        return {
          ...{ artifact_uid: artifact.artifact_uid, revision_id: artifact.revision_id, chunk_id },
          ...{ start_char, end_char, surface_form: maskedForm(filter, mention) },
        };
      }),
    };
  });
}
