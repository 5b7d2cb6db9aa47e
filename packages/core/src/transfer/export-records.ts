import {
  exportVersion,
  type InputOf,
  kindNames,
  type OutputOf,
  type PalimpsestContract,
  PalimpsestError,
} from "@palimpsest/contract";
import type { Tx } from "../db/index.js";
import { mayMoveEverything, newId, readPrincipals, writerOf } from "../identity/index.js";
import { pageOf } from "../paging/page.js";
import { readPolicies } from "../policy/index.js";
import type { OperationContext } from "../services.js";
import { type ExportedMemory, filterOf, readCues, readForExport, readLinks } from "../substrate/index.js";
import {
  type Exported,
  exportArtifacts,
  exportClaimEvidence,
  exportEpisodeLinks,
  exportEvents,
  exportLinks,
  exportMemories,
  exportMentions,
  exportPlanState,
  exportPlans,
  exportReceipts,
  exportSessions,
  exportSignalEntries,
  exportSignals,
  exportTaskContexts,
  type Part,
  readClock,
} from "./export.sql.js";

type Input = InputOf<PalimpsestContract["exportRecords"]>;
type Output = OutputOf<PalimpsestContract["exportRecords"]>;
type Read = (tx: Tx, context: OperationContext, part: Part) => Promise<Exported[]>;

/** A page holds about so much text. */
const pageBytes = 4 * 1_024 ** 2;

/** What agents share while they work, which all may read, and the sessions: an admin's are those of all. */
const work: Read[] = [
  (tx, _, part) => exportPlans(tx, part),
  (tx, _, part) => exportPlanState(tx, part),
  (tx, _, part) => exportTaskContexts(tx, part),
  (tx, _, part) => exportSessions(tx, part),
];

/** What an admin exports, kind by kind: each stands after what it refers to. */
const everything: Read[] = [
  async (tx, { who }, { after, limit }) =>
    (await readPrincipals(tx, who, after[0] ?? "", limit)).map(({ principal_id, type, ...suspended }) => ({
      place: [principal_id],
      record: { type: "principal", principal_id, principal_type: type, ...suspended },
    })),
  async (tx, { who }, { after, limit }) =>
    (await readPolicies(tx, who, after[0] ?? "0", limit)).map(({ seq, ...policy }) => ({
      place: [seq],
      record: { type: "policy", ...policy },
    })),
  (tx, _, part) => exportMemories(tx, false, part),
  (tx, _, part) => exportMemories(tx, true, part),
  (tx, _, part) => exportEvents(tx, part),
  (tx, _, part) => exportArtifacts(tx, part),
  (tx, _, part) => exportLinks(tx, part),
  (tx, _, part) => exportMentions(tx, part),
  (tx, _, part) => exportSignals(tx, part),
  (tx, _, part) => exportClaimEvidence(tx, part),
  (tx, _, part) => exportEpisodeLinks(tx, part),
  (tx, _, part) => exportReceipts(tx, part),
  ...work,
  (tx, _, part) => exportSignalEntries(tx, part),
];

/** What may be read of the memories of a tenant. */
const readableFilter = ({ policy }: OperationContext) =>
  filterOf(
    policy,
    kindNames(({ recalled }) => recalled),
    { channel: "private" },
  );

/** What everybody else exports: what they may read, edits applied. */
const readable: Read[] = [
  async (tx, context, part) => {
    const rows = await readForExport(tx, context.who, readableFilter(context), part);
    return rows.map((row) => ({ place: [row.recorded, row.id], record: recordOf(row) }));
  },
  async (tx, context, part) =>
    (await readLinks(tx, context.who, readableFilter(context), part)).map(
      ({ from_id, to_id, type, created_at }) => ({
        place: [from_id, to_id, type],
        record: { type: "link", from_id, to_id, link: type, created_at },
      }),
    ),
  ...work,
];

const recordOf = (row: ExportedMemory) => ({
  type: "memory",
  id: row.id,
  kind: row.kind,
  text: row.text,
  attributes: row.attributes,
  importance: row.importance,
  status: row.status,
  tags: row.tags,
  writer: row.writer,
  origin: row.origin,
  speaker: row.speaker,
  ...(readCues(row.cues).byAgent ? { by_agent: true } : {}),
  scope: row.scope,
  subject_type: row.subject_type,
  subject_id: row.subject_id,
  project_id: row.project_id,
  session_id: row.session_id,
  channel: row.channel,
  visibility: row.visibility,
  audience: row.audience,
  boundary_class: row.boundary_class,
  occurred_at: row.occurred,
  recorded_at: row.recorded,
  expires_at: row.expires,
});

/**
 * A page of an export. It goes through the kinds of records one after another; a page ends when it is full, and the next
 * begins where it ended, whatever was written meanwhile.
 */
export async function exportRecords(context: OperationContext, input: Input): Promise<Output> {
  const { who } = context;
  if (input.everything && !mayMoveEverything(who)) {
    throw new PalimpsestError(
      "FORBIDDEN",
      "Only the operator, or an admin with identity:impersonate, exports everything, which holds what others keep private; without `everything` you export what you may read.",
    );
  }
  if (input.everything) context.sawOriginals();
  const page = pageOf(context, "exportRecords", input);
  const kinds = input.everything ? everything : readable;
  return context.read(async (tx) => {
    const [begun, kindAt, ...place] = (page.after ?? []) as [string?, number?, ...string[]];
    const clock = begun === undefined ? await readClock(tx) : undefined;
    const until = begun ?? clock!.until;
    const records: Output["records"] = clock ? [headerOf(context, input, clock.now)] : [];
    let [at, after, bytes] = [kindAt ?? 0, place, 0];
    while (at < kinds.length && records.length < input.limit && bytes < pageBytes) {
      const part = { after, until, limit: input.limit - records.length, bytes: pageBytes - bytes };
      const found = await kinds[at]!(tx, context, part);
      for (const { record, characters = JSON.stringify(record).length } of found) {
        records.push(withoutNulls(record));
        bytes += characters;
      }
      if (found.length === 0) [at, after] = [at + 1, []];
      else after = found.at(-1)!.place;
    }
    context.touched(records.flatMap(({ id }) => (typeof id === "string" ? id : [])));
    return { records, ...(at < kinds.length && { next_cursor: page.cursorAt([until, at, ...after]) }) };
  });
}

const headerOf = ({ who, services }: OperationContext, input: Input, now: string) => ({
  type: "header",
  format: "palimpsest-export",
  version: exportVersion,
  export_id: newId("exp"),
  tenant_id: who.tenantId,
  exported_at: now,
  exported_by: writerOf(who),
  everything: input.everything,
  engine: services.db.engine,
  // What these wrote is not in it.
  ...(who.rollingBack?.length && { hidden_writers: [...who.rollingBack] }),
});

/** Fields without a value are left out. */
function withoutNulls(record: { type: string }): typeof record {
  const kept: { type: string; [field: string]: unknown } = { type: record.type };
  for (const [field, value] of Object.entries(record)) if (value !== null) kept[field] = value;
  return kept;
}
