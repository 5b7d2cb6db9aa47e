import { type Attributes, kindOf, type OutputOf, type PalimpsestContract } from "@palimpsest/contract";
import type { Tx } from "../../db/index.js";

interface Original {
  text: string;
  importance: number;
  attributes: OutputOf<PalimpsestContract["memoryHistory"]>["original"]["attributes"];
}

/** A memory as it was first written, for those who may see originals. */
export async function readOriginal(tx: Tx, { id, kind }: { id: string; kind: string }): Promise<Original> {
  const [row] = await tx.query<{ text: string | null; importance: number; attributes: Attributes }>(
    `select text, importance, attributes from palimpsest.original($1)`,
    [id],
  );
  const text = row!.text ?? kindOf(kind).text!.compose(row!.attributes);
  return { text, importance: row!.importance, attributes: row!.attributes as Original["attributes"] };
}
