import {
  type InputOf,
  notFound,
  type OutputOf,
  type PalimpsestContract,
  type PrincipalType,
} from "@palimpsest/contract";
import { iso, type Rows, selectList, type Tx } from "../db/index.js";
import type { Principal } from "../identity/index.js";
import type { Page } from "../paging/page.js";
import type { Omission } from "./omission.js";

type Bundle = OutputOf<PalimpsestContract["buildAcb"]>["acb"];
type Inputs = InputOf<PalimpsestContract["buildAcb"]>;

const fields = [
  "acb_id",
  "principal_id",
  "session_id",
  "created_at",
  "policy_version",
  "budget_tokens",
  "total_tokens",
  "digest",
  "snapshot",
  "form",
] as const;

/** With whose eyes a bundle was built, beyond the principal's name. */
export interface ReceiptReader {
  type: PrincipalType;
  teams: readonly string[];
}

/** What a bundle showed of working memory and a plan: tokens of text that is not kept, and memories held in mind. */
export interface ReceiptState {
  tokens: number;
  in_mind: string[];
}

/** How a bundle came to be: ids, scores and a keyed digest. The only text is that of the question. */
export type Receipt = Pick<Rows["receipt"], (typeof fields)[number]> & {
  read_at: string;
  last_edit_at: string | null;
  /** Null in receipts that were written before it was recorded, like the snapshot. */
  reader: ReceiptReader | null;
  inputs: Inputs;
  omissions: Omission[];
  state: ReceiptState | null;
  /** When its question and what it showed of a subject were erased. */
  erased_at: string | null;
};

const itemFields = ["memory_id", "section", "score", "tokens", "digest"] as const;
export type ReceiptItem = Pick<Rows["receipt_item"], (typeof itemFields)[number]>;

/** One statement for the receipt and all it lists. */
export async function insertReceipt(
  tx: Tx,
  who: Principal,
  receipt: {
    bundle: Bundle;
    inputs: Inputs;
    moment: { at: string; snapshot: string };
    digest: string;
    items: ReceiptItem[];
    /** The form in which its text is written. */
    form: number;
    state?: ReceiptState;
  },
): Promise<void> {
  const { bundle, inputs } = receipt;
  await tx.query(
    `with made as (
       insert into palimpsest.receipt (tenant_id, acb_id, principal_id, session_id, read_at, inputs, policy_version,
         last_edit_at, budget_tokens, total_tokens, digest, omissions, snapshot, reader, form, state)
       values ($1, $2, $3, $4, $5, $6::jsonb, $7, $8, $9, $10, $11, $12::jsonb, $14::pg_snapshot, $15::jsonb, $16, $17::jsonb)
     )
     insert into palimpsest.receipt_item (tenant_id, acb_id, position, memory_id, section, score, tokens, digest)
     select $1, $2, i.n, i.item->>'memory_id', i.item->>'section', (i.item->>'score')::real, (i.item->>'tokens')::integer, i.item->>'digest'
     from jsonb_array_elements($13::jsonb) with ordinality as i(item, n)`,
    [
      who.tenantId,
      bundle.acb_id,
      who.id,
      inputs.session_id,
      receipt.moment.at,
      JSON.stringify(inputs),
      bundle.provenance.policy_version,
      bundle.provenance.last_edit_at,
      bundle.budget_tokens,
      bundle.total_tokens,
      receipt.digest,
      JSON.stringify(bundle.omissions),
      JSON.stringify(receipt.items),
      receipt.moment.snapshot,
      JSON.stringify({ type: who.type, teams: who.teams } satisfies ReceiptReader),
      receipt.form,
      receipt.state === undefined ? null : JSON.stringify(receipt.state),
    ],
  );
}

/** Receipts of earlier versions hold the question as query_text. */
const inputs = `case when r.inputs ? 'query_text'
  then r.inputs - 'query_text' || jsonb_build_object('query', r.inputs->'query_text') else r.inputs end as inputs`;

const columns = `${selectList("r", fields)}, ${inputs}, r.omissions, r.reader, r.state, ${iso("r.read_at")} as read_at,
  ${iso("r.last_edit_at")} as last_edit_at, ${iso("r.erased_at")} as erased_at`;

/** The caller's own receipt; a reviewer may read anybody's. */
export async function findReceipt(tx: Tx, who: Principal, acbId: string): Promise<Receipt> {
  const [row] = await tx.query<Receipt>(
    `select ${columns} from palimpsest.receipt r where r.tenant_id = $1 and r.acb_id = $2`,
    [who.tenantId, acbId],
  );
  if (!row) throw notFound("context bundle");
  return row;
}

/** A page of the receipts that the caller may see, the last ones first. */
export function latestReceipts(
  tx: Tx,
  who: Principal,
  { after: [at, id] = [], rows }: Pick<Page, "after" | "rows">,
): Promise<(Receipt & { position: string })[]> {
  return tx.query<Receipt & { position: string }>(
    `select ${columns}, ${iso("r.created_at")} as position from palimpsest.receipt r
     where r.tenant_id = $1 and ($3::timestamptz is null or (r.created_at, r.acb_id) < ($3::timestamptz, $4::text))
     order by r.created_at desc, r.acb_id desc limit $2`,
    [who.tenantId, rows, at ?? null, id ?? null],
  );
}

export function receiptItems(tx: Tx, who: Principal, acbId: string) {
  return tx.query<ReceiptItem>(
    `select ${selectList("i", itemFields)} from palimpsest.receipt_item i
     where i.tenant_id = $1 and i.acb_id = $2 order by i.position`,
    [who.tenantId, acbId],
  );
}
