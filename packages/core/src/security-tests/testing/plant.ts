import type { Query } from "./catalogue-faults.js";
import { bare, isKeeper, keeperKnows, memories, sightIn } from "./planted-memories.js";
import { tenants, type Viewer } from "./viewers.js";

export type Row = Record<string, unknown>;

/** A row, and who may read it. */
export interface Planted {
  table: string;
  row: Row;
  /** Columns that name it among the rows of its table. */
  key: string[];
  seenBy(viewer: Viewer): boolean;
}

function rowsOf(tenant: string): Planted[] {
  const { here, sees, seesCapsule, due } = sightIn(tenant);
  const notKeeper = (see: (v: Viewer) => boolean) => (v: Viewer) => !isKeeper(v) && see(v);
  const plant = (table: string, key: string[], row: Row, seenBy: (v: Viewer) => boolean = here): Planted => ({
    table,
    key: ["tenant_id", ...key],
    row: { tenant_id: tenant, ...row },
    seenBy: (v) => (keeperKnows.has(table) && isKeeper(v)) || seenBy(v),
  });
  const at = "2026-01-01T00:00:00Z";

  const whole = [...memories, ...bare].map((m, reading_position) =>
    plant(
      "memory",
      ["id"],
      {
        id: m.id,
        kind: m.capsule ? "capsule" : "chunk",
        as_chunk: !m.capsule,
        origin: "human",
        source: "human:ann",
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
  const companions = memories.flatMap((m, reading_position) => {
    const admission_needed = m.visibility !== "tenant";
    const led = (v: Viewer) => here(v) && (!admission_needed || sees(m)(v));
    const of = { memory_id: m.id };
    return [
      plant(
        "memory_original",
        ["memory_id"],
        { ...of, text: "first", importance: 0 },
        (v) => isKeeper(v) && here(v),
      ),
      plant("memory_edit", ["edit_id"], { ...edit, ...of, edit_id: `edt_${m.id}` }, sees(m)),
      plant(
        "memory_edit_event",
        ["edit_id"],
        { ...of, edit_id: `edt_${m.id}`, status: "approved", actor_type: "human", actor_id: "ann" },
        sees(m),
      ),
      plant("memory_state", ["memory_id"], { ...of, status: "active", actor_id: "ann" }, sees(m)),
      plant(
        "memory_link",
        ["from_id", "to_id"],
        { from_id: m.id, to_id: "bare", type: "mentions" },
        notKeeper(sees(m)),
      ),
      plant(
        "memory_link",
        ["from_id", "to_id"],
        { from_id: "bare", to_id: m.id, type: "mentions" },
        notKeeper(sees(m)),
      ),
      plant("memory_signal", ["memory_id"], of, notKeeper(sees(m))),
      plant(
        "memory_term",
        ["term", "reading_position"],
        { term: 1, reading_position: reading_position + 1, tf: 1, len: 1, admission_needed },
        led,
      ),
      plant(
        "memory_vector",
        ["memory_id"],
        { ...of, space_id: 1, admission_needed, embedding: "[1,2,3]" },
        led,
      ),
      plant(
        "record",
        ["event_id"],
        { event_id: `evt_${m.id}`, ...of, ...event, occurred_at: at },
        notKeeper(sees(m)),
      ),
      plant(
        "artifact",
        ["artifact_id"],
        { artifact_id: `art_${m.id}`, ...of, kind: "blob", bytes: "\\x01", owner_id: "ann" },
        notKeeper((v) => m.edited === undefined && sees(m)(v)),
      ),
    ];
  });
  const capsules = memories
    .filter((m) => m.capsule)
    .flatMap((m) => {
      const of = { capsule_id: m.id };
      const expires_at = m.capsule!.expires ?? "2199-01-01T00:00:00Z";
      const author = (v: Viewer) => here(v) && (v.principal === "ann" || isKeeper(v));
      return [
        plant(
          "capsule",
          ["memory_id"],
          {
            memory_id: m.id,
            author_id: "ann",
            audience: m.audience,
            subject_type: "user",
            subject_id: "jack",
            closed_by_edit: m.edited !== undefined,
            ttl_days: 7,
            item_count: 1,
            expires_at,
            status: m.capsule!.status ?? "active",
            forwarded_from: m.capsule!.from ?? null,
          },
          due(m),
        ),
        plant(
          "capsule_item",
          ["capsule_id"],
          { ...of, position: 0, item_type: "memory", item_id: "open" },
          seesCapsule(m),
        ),
        plant(
          "capsule_audience",
          ["capsule_id", "agent_id"],
          { ...of, agent_id: "bob", expires_at, forwarded: m.capsule!.from !== undefined },
          (v) => here(v) && (isKeeper(v) || v.readers.includes("bob")),
        ),
        plant(
          "capsule_access",
          ["capsule_id", "agent_id"],
          { ...of, agent_id: "bob", access_count: 1 },
          (v) => author(v) || (here(v) && v.principal === "bob"),
        ),
      ];
    });
  const receipts = (v: Viewer) => notKeeper(here)(v) && (v.principal === "ann" || v.role === "reviewer");
  return [
    plant("tenant", [], { name: `tenant ${tenant}` }),
    plant("principal", ["principal_id"], { principal_id: "ann", type: "human" }, notKeeper(here)),
    plant("api_key", ["key_id"], {
      key_id: "key_1",
      principal_id: "ann",
      type: "human",
      role: "admin",
      hash: `\\x0${tenants.indexOf(tenant as "A") + 1}`,
    }),
    plant("idempotency", ["key"], { principal_id: "ann", key: "k", operation: "o", digest: "d" }),
    plant(
      "policy",
      ["version"],
      { version: "1", source: "version: 1", document: {}, applied_by: "ann" },
      notKeeper(here),
    ),
    plant("audit_entry", ["audit_id"], { audit_id: "aud_1", ...audit }, notKeeper(here)),
    plant("thread", ["session_id"], { session_id: "s" }, notKeeper(here)),
    plant("lexicon_stat", ["shard"], { shard: 1 }),
    plant("job", ["job_id"], { job_id: "job_1", kind: "k" }),
    ...whole,
    ...companions,
    ...capsules,
    plant(
      "memory_edit",
      ["edit_id"],
      { ...edit, edit_id: "edt_undecided", memory_id: "bare" },
      sees(bare[0]!),
    ),
    plant(
      "memory_edit",
      ["edit_id"],
      { ...edit, edit_id: "edt_hidden", memory_id: "bare_private" },
      sees(bare[2]!),
    ),
    ...["edt_undecided", "edt_hidden"].map((edit_id) =>
      plant("memory_edit_pending", ["edit_id"], { edit_id }, notKeeper(here)),
    ),
    plant("record", ["event_id"], { event_id: "evt_alone", ...event, occurred_at: at }, notKeeper(here)),
    plant("receipt", ["acb_id"], { acb_id: "acb_1", ...receipt, read_at: at }, receipts),
    plant(
      "receipt_item",
      ["acb_id"],
      { acb_id: "acb_1", position: 0, memory_id: "open", section: "s", tokens: 1 },
      receipts,
    ),
  ];
}

const edit = {
  op: "block",
  patch: { channel: "team" },
  reason: "why",
  proposer_type: "human",
  proposer_id: "ann",
};
const event = {
  session_id: "s",
  channel: "private",
  actor_type: "human",
  actor_id: "ann",
  kind: "message",
  sensitivity: "none",
  content: { text: "raw" },
  principal_id: "ann",
};
const audit = {
  request_id: "r",
  trace_id: "t",
  actor_type: "human",
  actor_id: "ann",
  operation: "o",
  surface: "sdk",
  decision: "allowed",
};
const receipt = {
  principal_id: "ann",
  session_id: "s",
  inputs: {},
  policy_version: "1",
  last_edit_at: null,
  budget_tokens: 1,
  total_tokens: 1,
  digest: "d",
};

const everyone = () => true;
const spaces: Planted[] = [
  {
    table: "embedding_space",
    key: ["model"],
    row: { model: "m", dims: 3, state: "active" },
    seenBy: everyone,
  },
];

export const planted: Planted[] = [...spaces, ...tenants.flatMap(rowsOf)];

/** SQL that inserts one row, whatever its columns. */
export function insert(table: string, row: Row): string {
  const columns = Object.keys(row).join(", ");
  const literal = JSON.stringify(row).replaceAll("'", "''");
  return `insert into palimpsest.${table} (${columns})
    select ${columns} from jsonb_populate_record(null::palimpsest.${table}, '${literal}')`;
}

/** As one whom nothing is hidden from. */
export async function plant(query: Query): Promise<void> {
  await query(planted.map(({ table, row }) => insert(table, row)).join(";\n"));
}
