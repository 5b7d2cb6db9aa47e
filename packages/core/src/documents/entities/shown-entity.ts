import type { OutputOf, PalimpsestContract } from "@palimpsest/contract";
import type { EntityRow, Filter, Form } from "../../substrate/index.js";
import { foldName } from "../../text/index.js";

export type ShownEntity = OutputOf<PalimpsestContract["searchEntities"]>["entities"][number];

/** An entity by what the readable mentions call it: its name as most of them spell it, the rest as aliases. */
export function shownEntity({ mask }: Pick<Filter, "mask">, row: EntityRow): ShownEntity {
  const shown = (form: Form) => maskedForm({ mask }, form);
  const name = shown(row.forms.find(({ is_name }) => is_name)!);
  const others = row.forms.filter(({ is_name }) => !is_name).map(shown);
  const byKey = new Map(others.toReversed().map((form) => [foldName(form), form]));
  byKey.delete(foldName(name));
  return {
    entity_id: row.entity_id,
    type: row.type,
    name,
    aliases: [...byKey.values()].sort(),
    mention_count: row.forms.reduce((sum, { count }) => sum + count, 0),
  };
}

/** What an entity is called, on one line, as it may be seen where the answer will be used. */
export const maskedForm = (
  { mask }: Pick<Filter, "mask">,
  { surface_form, boundary_class }: Pick<Form, "surface_form" | "boundary_class">,
): string => {
  const form = surface_form.replace(/\s+/g, " ");
  return mask === undefined ? form : mask(form, boundary_class);
};
