import { kindOf, limits, PalimpsestError, type TransferRecord } from "@palimpsest/contract";
import canonicalize from "canonicalize";
import { isPassageId } from "../../documents/index.js";
import { agentMeant } from "../../identity/index.js";
import type { OperationContext } from "../../services.js";
import {
  analyse,
  checkDraft,
  type Draft,
  digestsOf,
  foundInWords,
  meaningOf,
  type Prepared,
  prepareMemories,
  type Refolded,
} from "../../substrate/index.js";
import { orRefused } from "./or-refused.js";

type MemoryRecord = TransferRecord<"memory">;

/** A memory of an export, ready to be written, and how its edits have changed it. */
export interface PreparedImport {
  record: MemoryRecord;
  memory: Prepared;
  /** Undefined if it has no edits. */
  refolded: Refolded | undefined;
}

/** A memory as it was first written. */
export const originalOf = ({ original, text, attributes, importance }: MemoryRecord) =>
  original ?? { text, attributes, importance };

/** The digest by which an original is known again. */
export function originalHash(digestKey: Buffer, record: MemoryRecord): string {
  const { text = "", attributes } = originalOf(record);
  return digestsOf(digestKey, textOf(record.kind, text, attributes)).hash;
}

const textOf = (kind: string, text: string, attributes: Record<string, unknown>): string =>
  kindOf(kind).text?.compose(attributes) ?? text;

/** A passage may read otherwise than its own edits say: its document, which comes later, withholds words of it. */
const isReworded = (record: MemoryRecord): boolean =>
  isPassageId(record.id) && originalOf(record).text !== record.text;

const draftOf = (record: MemoryRecord): Draft => {
  const { text, attributes, importance } = originalOf(record);
  return {
    kind: record.kind,
    text: isReworded(record) ? record.text : text,
    attributes,
    importance,
    origin: record.origin,
    speaker: record.speaker,
    byAgent: record.by_agent,
    scope: record.scope,
    subjectType: record.subject_type,
    subjectId: record.subject_id,
    projectId: record.project_id,
    sessionId: record.session_id,
    channel: record.channel,
    visibility: record.visibility,
    audience: record.audience,
    boundaryClass: record.boundary_class,
    status: record.status,
    tags: record.tags,
    occurredAt: new Date(record.occurred_at),
    expiresAt: record.expires_at === undefined ? undefined : new Date(record.expires_at),
  };
};

/** Whole memories for an admin, who keeps their writers, owners and times: each ready, or refused. */
export async function prepareWhole(
  context: OperationContext,
  exportId: string,
  records: MemoryRecord[],
): Promise<(PreparedImport | PalimpsestError)[]> {
  // Its policy may have become stricter after they were written; what is stored comes back all the same.
  const { who, policy } = context;
  const ceiling = {
    ...policy,
    invariants: [],
    limits: { ...policy.limits, text_characters: limits.textChars },
  };
  const checked = records.map((record) =>
    orRefused(() => checkDraft({ who, policy: ceiling }, draftOf(record))),
  );
  const good = checked.flatMap((one, at) =>
    one instanceof PalimpsestError ? [] : { one, record: records[at]! },
  );
  const memories = await prepareMemories(
    context,
    good.map(({ one }) => one),
  );
  const changed = good.map(({ record }, at) => {
    const memory = memories[at]!;
    const text = textOf(record.kind, record.text, record.attributes);
    const same = text === memory.text && canonicalize(record.attributes) === canonicalize(memory.attributes);
    return record.edits.length === 0 || same ? undefined : text;
  });
  const analysed = (
    await analyse(
      context.services.embedder,
      good.flatMap(({ record }, at) => {
        const text = changed[at];
        return text === undefined
          ? []
          : {
              ...{ text, speaker: record.speaker, occurredAt: new Date(record.occurred_at) },
              boundaryClass: memories[at]!.boundaryClass ?? "public",
              meaning: meaningOf(record.kind, record.attributes),
            };
      }),
    )
  ).values();
  const ready = good
    .map(({ record }, at): PreparedImport => {
      const memory = memories[at]!;
      const text = changed[at];
      const now = text === undefined ? undefined : analysed.next().value!;
      const digests = digestsOf(context.digestKey, text ?? memory.text);
      return {
        record,
        memory: {
          ...memory,
          ...digests,
          id: record.id,
          ...(isReworded(record) && { original: asGiven(context.digestKey, record) }),
          kept: {
            exportId,
            writer: record.writer,
            ownerId: record.owner_id ?? record.writer.slice(record.writer.indexOf(":") + 1),
            recordedAt: record.recorded_at,
            occurredAt: record.occurred_at,
            expiresAt: record.expires_at,
            original: { hash: memory.hash, wordsHash: memory.wordsHash },
          },
        },
        refolded:
          record.edits.length === 0
            ? undefined
            : {
                id: record.id,
                ...(now && {
                  analysed: {
                    ...{ ...now, ...digests, attributes: record.attributes },
                    foundClass: foundInWords(policy, record).class,
                  },
                }),
              },
      };
    })
    .values();
  return checked.map((one) => (one instanceof PalimpsestError ? one : ready.next().value!));
}

const asGiven = (digestKey: Buffer, record: MemoryRecord) => {
  const { text = "" } = originalOf(record);
  return { text, ...digestsOf(digestKey, text) };
};

/** Memories that the caller writes as its own, as they read now: each ready, or refused. */
export async function prepareOwn(
  context: OperationContext,
  exportId: string,
  records: MemoryRecord[],
): Promise<(PreparedImport | PalimpsestError)[]> {
  const { who } = context;
  const checked = records.map((record) =>
    orRefused(() => {
      if (record.kind === "capsule" || (record.kind === "rule" && !mayWriteRules(context))) {
        throw new PalimpsestError("FORBIDDEN", `You may not write memories of kind ${record.kind}.`);
      }
      const { agent_id } = record.attributes;
      if (typeof agent_id === "string") agentMeant(who, agent_id);
      const writer = record.writer === `${who.type}:${who.id}` ? undefined : record.writer;
      const said = writer?.slice(writer.indexOf(":") + 1);
      const draft = draftOf({ ...record, original: undefined });
      return checkDraft(context, { ...draft, origin: "import", speaker: record.speaker ?? said });
    }),
  );
  const good = checked.flatMap((one) => (one instanceof PalimpsestError ? [] : one));
  const memories = (await prepareMemories(context, good)).values();
  return checked.map((one, at) => {
    if (one instanceof PalimpsestError) return one;
    const record = records[at]!;
    const memory = { ...memories.next().value!, id: record.id, kept: { exportId } };
    return { record, memory, refolded: undefined };
  });
}

const mayWriteRules = ({ who }: OperationContext) =>
  who.type === "human" && who.permissions.has("rule:write");
