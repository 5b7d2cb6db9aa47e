import type { OutputOf, PalimpsestContract } from "@palimpsest/contract";
import type { Connection } from "../connection/index.js";

type Page = OutputOf<PalimpsestContract["listEdits"]>;
export type Edit = Page["edits"][number];

/**
 * The pending edits, oldest first, and their number. The operation lists them newest first, so this reads all pages,
 * keeps where each one starts, and then reads them again from the last to the first.
 */
export async function oldestFirst(
  connection: Connection,
  limit = 200,
): Promise<{ edits: AsyncIterable<Edit>; total: number }> {
  const page = async (cursor?: string) =>
    (await connection.call("listEdits", { status: "pending", limit, cursor })) as Page;
  const { edits: newest, total_count: total, next_cursor } = await page();
  const starts: string[] = [];
  for (let next = next_cursor; next !== undefined; next = (await page(next)).next_cursor) starts.push(next);

  async function* backwards(): AsyncIterable<Edit> {
    // A page holds older edits as well once some of its own have been decided.
    const seen = new Set<string>();
    for (const start of [...starts.toReversed(), undefined]) {
      const edits = start === undefined ? newest : (await page(start)).edits;
      for (const edit of edits.toReversed()) {
        if (seen.has(edit.edit_id)) continue;
        seen.add(edit.edit_id);
        yield edit;
      }
    }
  }
  return { edits: backwards(), total };
}
