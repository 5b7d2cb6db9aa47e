import type { OperationContext } from "../../services.js";
import { entityIdOf } from "../../substrate/index.js";
import { foldName } from "../../text/index.js";
import type { Incoming } from "./incoming.js";

/** Gives a mention the id that its entity has here: ids of entities are made with the key of the tenant. */
export const entityNamed =
  ({ digestKey }: Pick<OperationContext, "digestKey">) =>
  (one: Incoming): Incoming => {
    if (one.type !== "mention") return one;
    const { record } = one;
    const name_key = foldName(record.name_key);
    const named = {
      ...record,
      name_key,
      form_key: foldName(record.surface_form),
      entity_id: entityIdOf(digestKey, { type: record.entity_type, name_key }),
    };
    return { ...one, record: named };
  };
