import type { InputOf, OutputOf, PalimpsestContract } from "@palimpsest/contract";
import { pageOf } from "../../paging/page.js";
import type { OperationContext } from "../../services.js";
import { type AfterEntity, filterOf, findEntities } from "../../substrate/index.js";
import { foldName } from "../../text/index.js";
import { shownEntity } from "./shown-entity.js";

type Input = InputOf<PalimpsestContract["searchEntities"]>;
type Output = OutputOf<PalimpsestContract["searchEntities"]>;

/** Names have few words: more of a query are not looked at. */
const maxWords = 12;

/** Entities of the latest revisions of documents. */
export async function searchEntities(context: OperationContext, input: Input): Promise<Output> {
  const { query = "", type, channel } = input;
  const page = pageOf(context, "searchEntities", input);
  const filter = filterOf(context.policy, ["chunk"], { channel });
  const words = foldName(query).split(" ").filter(Boolean).slice(0, maxWords);
  const { found, total } = await context.read((tx) =>
    findEntities(tx, context.who, filter, {
      ...{ words, type, rows: page.rows },
      after: page.after as AfterEntity | undefined,
    }),
  );
  const { shown, next } = page.cut(found, ({ mentions, first_form, entity_id }) => [
    mentions,
    first_form,
    entity_id,
  ]);
  context.touched(shown.map(({ entity_id }) => entity_id));
  return { entities: shown.map((row) => shownEntity(filter, row)), total, ...next };
}
