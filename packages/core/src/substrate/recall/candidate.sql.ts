import { type Rows, selectList } from "../../db/index.js";
import { type Admitted, admittedFields } from "../read/admit.sql.js";
import { contradictionsOf } from "../read/trust/contradictions.sql.js";
import type { SpaceVector } from "../vectors/space-vector.js";

/** What counters and links say of a memory, as far as its kind shows it. */
export interface Signals {
  /** Of a fact: see `contradictionsOf`. */
  contradictions: number;
  /** Of a procedure: see `ProcedureUse`. */
  weighed_successes: number;
  weighed_failures: number;
  /** Of a censor: what activations have made of it. */
  escalated_to: "block" | "absolute" | null;
}

/** A memory that a search of several kinds may show, with all that ranking and the answer need of it. */
export type Candidate = Admitted &
  Pick<Rows["memory"], "kind" | "text" | "subject_id" | "attributes" | "occurred_at" | "boundary_class"> &
  Signals;

/** So much of a text is read. */
export const shownChars = 500;

/** The attributes that answers show; others may be long. */
const shownAttributes = ["category", "confidence", "outcome", "ended_at", "domain", "action"];

/** The signals of memory `m`, now or at a moment; $1 is the tenant. Needs `m` joined with `signalsOf`. */
export const signalColumns = (
  at?: string,
) => `case when m.kind = 'fact' then ${contradictionsOf(at)} else 0 end as contradictions,
  coalesce(s.successes - s.surplus_successes, 0) as weighed_successes,
  coalesce(s.failures - s.surplus_failures, 0) as weighed_failures,
  ${at === undefined ? "s.escalated_to" : `case when ${at}::timestamptz is null or s.escalated_at <= ${at} then s.escalated_to end as escalated_to`}`;
export const signalsOf = "left join palimpsest.memory_signal s on s.tenant_id = $1 and s.memory_id = m.id";

/** The columns of a `Candidate` of memory `m`, but for its cosine. */
export const candidateColumns = `${selectList("m", admittedFields)}, date_part('epoch', m.occurred_at) as occurred,
  m.kind, left(m.text, ${shownChars}) as text, m.subject_id, m.occurred_at, m.boundary_class,
  jsonb_strip_nulls(jsonb_build_object(${shownAttributes.map((name) => `'${name}', m.attributes->'${name}'`).join(", ")})) as attributes,
  ${signalColumns()}`;

/** The cosine of memory `m` to a vector, whose space and values stand at these places; $1 is the tenant. */
export const cosineTo = (vector: SpaceVector | undefined, value: (v: unknown) => string): string =>
  vector
    ? `(select 1 - (v.embedding <=> ${value(vector.bytes)}::vector) from palimpsest.memory_vector v
        where v.tenant_id = $1 and v.space_id = ${value(vector.spaceId)} and v.memory_id = m.id)`
    : "null::float8";
