import {
  type InputOf,
  invalidField,
  kindNames,
  kindOf,
  notFound,
  type PalimpsestContract,
} from "@palimpsest/contract";
import type { Tx } from "../../db/index.js";
import { liveArtifacts } from "../../documents/index.js";
import type { Principal } from "../../identity/index.js";
import { liveKinds } from "../../substrate/index.js";

type Items = InputOf<PalimpsestContract["createCapsule"]>["items"];

export interface Item {
  type: "memory" | "artifact";
  id: string;
}

/** Checked by the id's prefix alone, so that the answer does not reveal whether such a capsule exists. */
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

/** All items, or an error: if one is missing, foreign or must not be shared, the capsule is refused. */
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
