import {
  findKind,
  type Kind,
  PalimpsestError,
  type TransferRecord,
  type TransferType,
  transferRecords,
} from "@palimpsest/contract";
import { isPassageId } from "../../documents/index.js";
import { dropNulls } from "../../input/drop-nulls.js";
import { validationError } from "../../input/validation-error.js";
import type { Policy } from "../../policy/index.js";
import { checkAttributes } from "../../substrate/index.js";
import type { Incoming } from "./incoming.js";
import { maskRecord } from "./mask-record.js";
import { orRefused } from "./or-refused.js";

/** Reads a record and masks its secrets, or says why it cannot be read. */
export function readRecord(policy: Policy, raw: unknown, at: number): Incoming | PalimpsestError {
  const type = (raw as { type?: unknown } | null)?.type;
  if (typeof type !== "string" || !Object.hasOwn(transferRecords, type)) {
    return new PalimpsestError(
      "VALIDATION_ERROR",
      `type must be one of ${Object.keys(transferRecords).join(", ")}.`,
    );
  }
  const schema = transferRecords[type as TransferType];
  const given = dropNulls(schema, raw);
  const parsed = schema.safeParse(given);
  if (!parsed.success) return validationError(parsed.error, given);
  const incoming = { at, type, record: parsed.data } as Incoming;
  return orRefused(() => {
    if (incoming.type === "memory") checkMemory(incoming.record);
    return maskRecord(policy, incoming);
  });
}

function checkMemory(record: TransferRecord<"memory">): void {
  const kind = findKind(record.kind);
  if (kind === undefined) throw problem(`kind ${record.kind} is not known here.`);
  const prefixes = [kind.prefix, ...(kind.otherPrefixes ?? [])];
  if (!prefixes.some((prefix) => record.id.startsWith(`${prefix}_`))) {
    throw problem(`id must begin with ${kind.prefix}_, as ids of kind ${kind.name} do.`);
  }
  if (record.edits.length > 0 && record.original === undefined) {
    throw problem("original must be given for a memory with edits.");
  }
  if ((record.kind === "capsule") !== (record.capsule !== undefined)) {
    throw problem("capsule must be given for memories of kind capsule, and only for them.");
  }
  const known = statesOf(kind, record.id);
  if (![record, ...record.states].every(({ status }) => known.includes(status))) {
    throw problem(`status of a memory of kind ${kind.name} must be one of ${known.join(", ")}.`);
  }
  checkAttributes(kind, record.attributes);
  if (record.original) checkAttributes(kind, record.original.attributes, "original.attributes");
}

/** A passage goes through the states of its document's revision. */
function statesOf({ states }: Kind, id: string): string[] {
  if (states) return Object.keys(states.transitions);
  return isPassageId(id) ? ["active", "superseded", "replaced", "pending"] : ["active"];
}

const problem = (text: string) => new PalimpsestError("VALIDATION_ERROR", text);
