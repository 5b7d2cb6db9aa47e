import { limits } from "@palimpsest/contract";
import type { Tx } from "../../db/index.js";
import type { Principal } from "../../identity/index.js";
import type { Filter } from "../../substrate/index.js";
import { cutText } from "../../text/index.js";
import { outputTexts } from "../tool-output.sql.js";
import { findByIds } from "./artifact.sql.js";
import { effectiveText } from "./effective-text.js";
import { readPassages } from "./get-artifact.js";

/** The texts of artifacts as they may be shown, cut to the length of a memory, and the memory that stands for each. */
export async function artifactTexts(
  tx: Tx,
  who: Principal,
  filter: Pick<Filter, "channel" | "classes" | "saidIn" | "asOf">,
  ids: string[],
): Promise<Map<string, { memory_id: string; text: string }>> {
  if (ids.length === 0) return new Map();
  const texts = await outputTexts(tx, who, ids);
  const ofPassages: Filter = { ...filter, kinds: ["chunk"], supersededToo: true };
  for (const row of await findByIds(tx, who, ids)) {
    const passages = await readPassages(tx, who, ofPassages, row);
    const text = cutText(effectiveText(passages), limits.textChars);
    texts.set(row.artifact_id, { memory_id: row.chunk_ids[0]!, text });
  }
  return texts;
}
