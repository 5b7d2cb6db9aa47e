import type { OutputOf, PalimpsestContract } from "@palimpsest/contract";
import type { Principal } from "../../identity/index.js";
import { admin, type TestMemory } from "../../testing/test-memory.js";

type Records = OutputOf<PalimpsestContract["exportRecords"]>["records"];
type Results = OutputOf<PalimpsestContract["importRecords"]>["results"];

/** All pages of an export. */
export async function exportAll(
  memory: TestMemory,
  who: Principal,
  everything = true,
  limit = 7,
): Promise<Records> {
  const records: Records = [];
  let cursor: string | undefined;
  do {
    const page = await memory.call(who, "exportRecords", { everything, limit, cursor });
    records.push(...page.records);
    cursor = page.next_cursor;
  } while (cursor !== undefined);
  return records;
}

/** Imports the records of an export, whose header comes first. */
export async function importAll(memory: TestMemory, who: Principal, records: Records): Promise<Results> {
  const [header, ...rest] = records as [
    { version: number; export_id: string; tenant_id: string },
    ...Records,
  ];
  const results: Results = [];
  for (let from = 0; from < rest.length; from += 30) {
    const { version, export_id, tenant_id } = header;
    const part = rest.slice(from, from + 30);
    results.push(
      ...(await memory.call(who, "importRecords", { version, export_id, tenant_id, records: part })).results,
    );
  }
  return results;
}

export const copyRecords = async (from: TestMemory, to: TestMemory): Promise<Results> =>
  importAll(to, admin(), await exportAll(from, admin()));
