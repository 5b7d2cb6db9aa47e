import { createHash } from "node:crypto";
import { bare, isDefiner, type Memory, memories } from "../planted-memories.js";
import type { Viewer } from "../viewers.js";
import { at, type Planted, type Planter } from "./planter.js";

/** Each memory itself. */
export function memoryRows({ tenant, plant, sees }: Planter): Planted[] {
  return [...memories, ...bare].map((m, reading_position) =>
    plant(
      "memory",
      ["id"],
      {
        id: m.id,
        kind: m.capsule ? "capsule" : "chunk",
        as_chunk: !m.capsule,
        origin: "human",
        writer: "human:ann",
        reading_position: reading_position + 1,
        channel: "private",
        subject_type: "user",
        subject_id: "jack",
        owner_id: "ann",
        visibility: m.visibility,
        audience: m.audience,
        text: `${m.id} of ${tenant}`,
        content_hash: "h",
        original_hash: "h",
        occurred_at: at,
        importance: 0,
        status: "active",
        boundary_class: "public",
        retracted: m.edited === "retracted",
        quarantined: m.edited === "quarantined",
        amended: m.edited === "amended",
      },
      sees(m),
    ),
  );
}

/** Who may read it, as its words and its vector say it: everybody of the tenant, ann alone, or as only the memory tells. */
function readerKey({ visibility, capsule }: Memory): string | null {
  if (visibility === "tenant") return "0";
  if (visibility !== "private" || capsule) return null;
  const digest = createHash("md5").update("reader:ann").digest();
  return String(digest.readBigInt64BE(0) | 1n);
}

const uuidOf = (n: number) => `00000000-0000-4000-9000-${String(n).padStart(12, "0")}`;

/** What belongs to each memory. */
export function companionRows({ plant, here, sees }: Planter): Planted[] {
  return memories.flatMap((m, reading_position) => {
    const led = (v: Viewer) => here(v) && (m.visibility === "tenant" || sees(m)(v));
    const of = { memory_id: m.id };
    const reader_key = readerKey(m);
    return [
      plant(
        "memory_original",
        ["memory_id"],
        { ...of, text: "first", importance: 0 },
        (v) => isDefiner(v) && here(v),
      ),
      plant("memory_edit", ["edit_id"], { ...edit, ...of, edit_id: `edt_${m.id}` }, sees(m)),
      plant(
        "memory_edit_event",
        ["edit_id"],
        { ...of, edit_id: `edt_${m.id}`, status: "approved", actor_type: "human", actor_id: "ann" },
        sees(m),
      ),
      plant("memory_state", ["memory_id"], { ...of, status: "active", actor_id: "ann" }, sees(m)),
      plant("memory_link", ["from_id", "to_id"], { from_id: m.id, to_id: "bare", type: "mentions" }, sees(m)),
      plant("memory_link", ["from_id", "to_id"], { from_id: "bare", to_id: m.id, type: "mentions" }, sees(m)),
      plant("memory_signal", ["memory_id"], of, sees(m)),
      plant(
        "memory_attribute",
        ["memory_id"],
        { ...of, kind: "chunk", name: "user_id", value: "ann", occurred_at: at },
        (v) => isDefiner(v) && here(v),
      ),
      plant(
        "withheld_sentence",
        ["memory_id"],
        { ...of, head_id: "open", digest: "d" },
        (v) => isDefiner(v) && here(v),
      ),
      plant(
        "memory_term",
        ["term", "reading_position"],
        { term: 1, reading_position: reading_position + 1, tf: 1, len: 1, guard: 0, reader_key },
        led,
      ),
      plant(
        "memory_vector",
        ["memory_id"],
        { ...of, space_id: 1, kind: m.capsule ? "capsule" : "chunk", reader_key, embedding: "[1,2,3]" },
        led,
      ),
      plant("memory_tag", ["memory_id"], { ...of, tag: "t", occurred_at: at }, sees(m)),
      plant(
        "claim_evidence",
        ["evidence_id"],
        { ...of, evidence_id: `evi_${m.id}`, writer: "human:ann", provenance: {} },
        sees(m),
      ),
      plant("entity_mention", ["mention_id"], { ...of, ...mention, mention_id: `men_${m.id}` }, sees(m)),
      plant(
        "entity_mention",
        ["mention_id"],
        { memory_id: "open", also_in: m.id, ...mention, mention_id: `men_also_${m.id}` },
        sees(m),
      ),
      plant(
        "name_word",
        ["mention_id"],
        { word: "a", mention_id: `men_${m.id}`, entity_id: "ent_1" },
        (v) => isDefiner(v) && here(v),
      ),
      plant(
        "claim_feedback",
        ["memory_id"],
        { ...of, principal: "human:ann", bucket: at, signal: "helpful" },
        (v) => here(v) && (isDefiner(v) || v.principal === "ann"),
      ),
      plant(
        "signal_entry",
        ["entry_id"],
        { ...of, entry_id: uuidOf(reading_position), writer: "human:ann", what: "confirmation" },
        (v) => isDefiner(v) && here(v),
      ),
      plant("told_time", ["memory_id"], { ...of, starts_at: at, ends_at: "2026-01-02T00:00:00Z" }, sees(m)),
      plant("record", ["event_id"], { event_id: `evt_${m.id}`, ...of, ...event, occurred_at: at }, sees(m)),
      plant(
        "artifact",
        ["artifact_id"],
        { artifact_id: `art_${m.id}`, ...of, kind: "blob", bytes: "\\x01", owner_id: "ann" },
        (v) => sees(m)(v) && (m.edited === undefined || isDefiner(v)),
      ),
      plant(
        "artifact",
        ["artifact_id"],
        { artifact_id: `doc_${m.id}`, ...of, ...revision(m.id), head_id: "open" },
        sees(m),
      ),
      plant(
        "artifact",
        ["artifact_id"],
        { artifact_id: `deleted_${m.id}`, ...of, ...revision(m.id), head_id: "retracted" },
        (v) => isDefiner(v) && here(v),
      ),
    ];
  });
}

/** A revision of a document, whose one passage is this memory. */
const revision = (id: string) => ({
  ...{
    kind: "note",
    owner_id: "ann",
    artifact_uid: "uid",
    revision_id: "rev",
    content_hash: id,
    token_count: 1,
  },
  ...{ chunk_ids: [id], starts: [0], ends: [1] },
});

const mention = {
  ...{ entity_id: "ent_1", type: "person", name_key: "ann", surface_form: "Ann", form_key: "ann" },
};

export const edit = {
  op: "block",
  patch: { channel: "team" },
  reason: "why",
  proposer_type: "human",
  proposer_id: "ann",
};
export const event = {
  session_id: "s",
  channel: "private",
  actor_type: "human",
  actor_id: "ann",
  kind: "message",
  sensitivity: "none",
  content: { text: "raw" },
  principal_id: "ann",
};
