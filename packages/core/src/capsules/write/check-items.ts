import {
  type InputOf,
  invalidField,
  kindNames,
  kindOf,
  notFound,
  type PalimpsestContract,
} from "@palimpsest/contract";
import { liveArtifacts } from "../../capture/index.js";
import type { Tx } from "../../db/index.js";
import type { Principal } from "../../identity/index.js";
import { liveKinds } from "../../substrate/index.js";

type Items = InputOf<PalimpsestContract["createCapsule"]>["items"];

export interface Item {
  type: "memory" | "artifact";
  id: string;
}

/** By its look alone, so that the answer does not tell whether such a capsule exists. */
export function refuseNesting(items: Items): void {
  for (const list of ["chunks", "decisions", "artifacts"] as const) {
    if (items[list].some((id) => id.startsWith(`${kindOf("capsule").prefix}_`))) {
      throw invalidField(
        `items.${list}`,
        "cannot hold a capsule; name its memories, or forward that capsule",
      );
    }
  }
}

/** Every item, or none: one that is missing, foreign or not to be handed on refuses the whole. */
export async function checkItems(tx: Tx, who: Principal, items: Items): Promise<Item[]> {
  const memories = [...new Set([...items.chunks, ...items.decisions])];
  const artifacts = [...new Set(items.artifacts)];
  const kinds = await liveKinds(tx, who, memories);
  const files = await liveArtifacts(tx, who, artifacts);
  if (kinds.size !== memories.length || files.size !== artifacts.length) throw notFound("item");
  if (items.chunks.some((id) => !kindOf(kinds.get(id)!).inCapsules)) {
    throw invalidField(
      "items.chunks",
      `takes only memories of the kinds ${kindNames(({ inCapsules }) => inCapsules).join(", ")}`,
    );
  }
  if (items.decisions.some((id) => kinds.get(id) !== "decision")) {
    throw invalidField("items.decisions", "takes only decisions; put other memories in items.chunks");
  }
  return [
    ...memories.map((id) => ({ type: "memory" as const, id })),
    ...artifacts.map((id) => ({ type: "artifact" as const, id })),
  ];
}
