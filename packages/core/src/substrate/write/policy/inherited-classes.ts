import { type BoundaryClass, raisedClass } from "../../../policy/index.js";
import type { OperationContext } from "../../../services.js";
import { sourceClasses } from "../../links/source-classes.sql.js";
import type { Draft } from "../draft.js";
import { restsOn } from "./rests-on.js";

/** What is made from other memories is at least of the class of the strictest of them: this class, for each. */
export async function inheritedClasses(
  { read, who }: Pick<OperationContext, "read" | "who">,
  made: readonly Pick<Draft, "derivedFrom" | "attributes">[],
): Promise<BoundaryClass[]> {
  const sources = made.map(restsOn);
  const ids = [...new Set(sources.flat())];
  const classes = ids.length > 0 ? await read((tx) => sourceClasses(tx, who, ids)) : new Map();
  return sources.map((each) =>
    each.flatMap((id) => classes.get(id) ?? []).reduce<BoundaryClass>(raisedClass, "public"),
  );
}
