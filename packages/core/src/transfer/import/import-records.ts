import {
  exportVersion,
  type InputOf,
  type OutputOf,
  type PalimpsestContract,
  PalimpsestError,
} from "@palimpsest/contract";
import { ownTurn } from "../../async/index.js";
import { sqlState } from "../../db/index.js";
import { mayMoveEverything } from "../../identity/index.js";
import type { OperationContext } from "../../services.js";
import { importOwn } from "./import-own.js";
import { importWhole } from "./import-whole.js";
import type { Incoming } from "./incoming.js";
import { readRecord } from "./read-record.js";
import { refuseErased } from "./refuse-erased.js";
import { type Result, refusal, resultsOf } from "./results.js";

type Input = InputOf<PalimpsestContract["importRecords"]>;
type Output = OutputOf<PalimpsestContract["importRecords"]>;

/** So much shares a transaction: a larger one would keep all others from an embedded engine for too long. */
const perTransaction = { records: 100, characters: 200_000 };

/**
 * Writes records of an export. The operator's import keeps writers, owners, edits and times, as does that of an admin with
 * identity:impersonate; everybody else's memories are written as their own. Records that cannot be written are refused one by one, and never written in part.
 */
export async function importRecords(context: OperationContext, input: Input): Promise<Output> {
  assertReadable(context, input);
  const results: Result[] = [];
  const records = input.records.flatMap((raw, at) => {
    const read = readRecord(context.policy, raw, at);
    if (!(read instanceof PalimpsestError)) return read;
    results[at] = refusal(read);
    return [];
  });
  const wanted = await refuseErased(context, records, (at, result) => {
    results[at] = result;
  });
  for (const slice of slicesOf(wanted)) {
    await importSlice(context, input.export_id, slice, results);
    await ownTurn();
  }
  return resultsOf(results);
}

function* slicesOf(records: Incoming[]): Generator<Incoming[]> {
  let slice: Incoming[] = [];
  let characters = 0;
  for (const one of records) {
    const size = one.type === "memory" ? one.record.text.length : 0;
    const full = slice.length >= perTransaction.records || characters + size > perTransaction.characters;
    if (full && slice.length > 0) {
      yield slice;
      [slice, characters] = [[], 0];
    }
    slice.push(one);
    characters += size;
  }
  if (slice.length > 0) yield slice;
}

/** Refuses files of other versions and tenants as a whole. */
function assertReadable({ who }: OperationContext, { version, tenant_id: tenant }: Input): void {
  if (version !== exportVersion) {
    throw new PalimpsestError(
      "VALIDATION_ERROR",
      `version ${version} of the export form cannot be read here, only ${exportVersion}. Import it with the release that wrote it, or one that reads both, and export it again from there.`,
    );
  }
  if (tenant !== undefined && tenant !== who.tenantId) {
    throw new PalimpsestError(
      "FORBIDDEN",
      "The export is of another tenant than yours. Import it as a principal of its tenant, which its first line names (--tenant).",
    );
  }
}

/** In one transaction; if that fails for what one record says, each in a transaction of its own. */
async function importSlice(
  context: OperationContext,
  exportId: string,
  records: Incoming[],
  results: Result[],
): Promise<void> {
  const write = mayMoveEverything(context.who) ? importWhole : importOwn;
  try {
    await write(context, exportId, records, (at, result) => {
      results[at] = result;
    });
  } catch (error) {
    const refused = asRefusal(error);
    if (refused === undefined) throw error;
    if (records.length === 1) results[records[0]!.at] = refusal(refused);
    else for (const record of records) await importSlice(context, exportId, [record], results);
  }
}

/** The error as one of a single record; undefined if all would meet it. */
function asRefusal(error: unknown): PalimpsestError | undefined {
  if (error instanceof PalimpsestError) return error.status < 500 ? error : undefined;
  const state = sqlState(error);
  if (state === "PA003") {
    return new PalimpsestError("CONFLICT", "Its text is not what its edits make of its original.");
  }
  if (state !== undefined && /^(22|23)/.test(state)) {
    return new PalimpsestError("CONFLICT", "It contradicts what is stored, or another part of itself.");
  }
  return undefined;
}
