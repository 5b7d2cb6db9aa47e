import {
  type InputOf,
  kindNames,
  kindOf,
  notFound,
  type PalimpsestContract,
  PalimpsestError,
} from "@palimpsest/contract";
import type { Tx } from "../../db/index.js";
import type { Principal } from "../../identity/index.js";
import { shareableArtifacts, shareableMemories } from "./item-ids.sql.js";

type Items = InputOf<PalimpsestContract["createCapsule"]>["items"];

export interface Item {
  type: "memory" | "artifact";
  id: string;
}

const refuse = (path: string, message: string) =>
  new PalimpsestError("VALIDATION_ERROR", message, { details: [{ path, message }] });

/** By its look alone, so that the answer does not tell whether such a capsule exists. */
export function refuseNesting(items: Items): void {
  for (const list of ["chunks", "decisions", "artifacts"] as const) {
    if (items[list].some((id) => id.startsWith(`${kindOf("capsule").prefix}_`))) {
      throw refuse(
        `items.${list}`,
        "A capsule cannot hold a capsule; name the memories, or forward that capsule.",
      );
    }
  }
}

/** Every item, or none: one that is missing, foreign or not to be handed on refuses the whole. */
export async function checkItems(tx: Tx, who: Principal, items: Items): Promise<Item[]> {
  const memories = [...new Set([...items.chunks, ...items.decisions])];
  const artifacts = [...new Set(items.artifacts)];
  const kinds = await shareableMemories(tx, who, memories);
  const files = await shareableArtifacts(tx, who, artifacts);
  if (kinds.size !== memories.length || files.size !== artifacts.length) throw notFound("item");
  if (items.chunks.some((id) => !kindOf(kinds.get(id)!).inCapsules)) {
    throw refuse(
      "items.chunks",
      `A capsule holds artifacts and memories of the kinds ${kindNames(({ inCapsules }) => inCapsules).join(", ")}.`,
    );
  }
  if (items.decisions.some((id) => kinds.get(id) !== "decision")) {
    throw refuse("items.decisions", "items.decisions takes decisions; put the others under items.chunks.");
  }
  return [
    ...memories.map((id) => ({ type: "memory" as const, id })),
    ...artifacts.map((id) => ({ type: "artifact" as const, id })),
  ];
}
