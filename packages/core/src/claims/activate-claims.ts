import { type InputOf, notFound, type PalimpsestContract, PalimpsestError } from "@palimpsest/contract";
import { newId } from "../identity/index.js";
import { type Page, pageOf } from "../paging/page.js";
import type { Policy } from "../policy/index.js";
import type { OperationContext } from "../services.js";
import { enveloped } from "../tenant/index.js";
import { type ActiveContextRow, findActiveContext, insertActiveContext } from "./active-context.sql.js";
import { assertRecent } from "./assert-recent.js";
import { findClaims, readFound, type Scored, shownItem } from "./find-claims.js";
import { provenanceOf } from "./read-claim.js";
import { shownScope } from "./scopes.js";

type Input = InputOf<PalimpsestContract["activateClaims"]>;

/** On one page. */
const mostShown = 50;

/** Gathers claims for a task. Its pages and its later reads show what was found now, and nothing new. */
export async function activateClaims(context: OperationContext, input: Input) {
  const { policy } = context;
  const { cursor, top_k, include_meta, ...question } = input;
  const limit = top_k ?? Math.min(mostShown, policy.retrieval.hybrid.k_final);
  const page = pageOf(context, "activateClaims", { ...question, cursor, limit });
  if (page.after) {
    const [id, start, madeAt] = page.after as [string, number, number];
    assertRecent(madeAt);
    const kept = await readKept(context, id);
    return shownPage(context, kept, { page, start, limit, include_meta });
  }
  const { found, answer, told } = await findClaims(context, input.q, input);
  const held = withinTokens(policy, found);
  const kept = {
    id: newId("ac"),
    asked: { scope: input.scope, allow: input.allow, include_meta, top_k: limit },
    answer: { ...answer, candidates: held.map(({ match }) => match) },
    seconds: policy.retrieval.active_context_ttl,
  };
  const shown = held.slice(0, limit);
  context.touched([kept.id, ...shown.map(({ claim }) => claim.row.id)]);
  return context.write(async (tx) => {
    const expires_at = await insertActiveContext(tx, context.who, kept);
    const more = held.length > limit;
    const gathered = answerOf(context, shown, {
      ...{ active_context_id: kept.id, expires_at, include_meta },
      next_cursor: more ? page.cursorAt([kept.id, limit, Date.now()]) : undefined,
    });
    return { ...gathered, ...told };
  });
}

/** A page of an activation of the caller's own, as many claims as were asked for then. */
export async function getActiveContext(
  context: OperationContext,
  input: InputOf<PalimpsestContract["getActiveContext"]>,
) {
  const page = pageOf(context, "getActiveContext", { ...input, limit: mostShown });
  const [, start = 0, madeAt] = (page.after ?? []) as [string?, number?, number?];
  if (madeAt !== undefined) assertRecent(madeAt);
  const kept = await readKept(context, input.active_context_id);
  const { top_k: limit, include_meta } = kept.asked;
  return shownPage(context, kept, { page, start, limit, include_meta });
}

async function readKept(context: OperationContext, id: string): Promise<ActiveContextRow> {
  const kept = await context.read((tx) => findActiveContext(tx, context.who, id));
  if (!kept) throw notFound("active context", "active_context_id");
  if (kept.is_expired) {
    throw new PalimpsestError("CONTEXT_EXPIRED", "This active context has expired. Activate again.");
  }
  return kept;
}

interface Part {
  page: Page;
  start: number;
  limit: number;
  include_meta: boolean;
}

async function shownPage(
  context: OperationContext,
  { active_context_id, asked, answer, expires_at }: ActiveContextRow,
  { page, start, limit, include_meta }: Part,
) {
  const end = start + limit;
  const found = await readFound(
    context,
    { ...asked, include_meta },
    { ...answer, candidates: answer.candidates.slice(start, end) },
  );
  context.touched([active_context_id, ...found.map(({ claim }) => claim.row.id)]);
  const more = answer.candidates.length > end;
  return answerOf(context, found, {
    ...{ active_context_id, expires_at, include_meta },
    next_cursor: more ? page.cursorAt([active_context_id, end, Date.now()]) : undefined,
  });
}

/** Without those past what their scope may hold of one activation, in tokens. */
function withinTokens({ scopes }: Policy, found: Scored[]): Scored[] {
  const used = { session: 0, project: 0, principle: 0 };
  return found.filter(({ claim: { row } }) => {
    const layer = shownScope(row.scope);
    used[layer] += row.token_count;
    return used[layer] <= scopes[layer].max_tokens;
  });
}

interface Shown {
  active_context_id: string;
  expires_at: string;
  include_meta: boolean;
  next_cursor: string | undefined;
}

function answerOf(context: OperationContext, found: Scored[], shown: Shown) {
  const { hybrid, rerank } = context.policy.retrieval;
  const { include_meta, next_cursor, ...of } = shown;
  return enveloped(context, {
    ...of,
    claims: found.map((item) => shownItem(context, item, include_meta)),
    claims_count: found.length,
    has_more: next_cursor !== undefined,
    ...(next_cursor !== undefined && { next_cursor }),
    policy_version: context.policy.version,
    provenance: found.map(({ claim }) => provenanceOf(context.policy, claim)),
    ...(include_meta && {
      scoring_params: {
        ...{ alpha: hybrid.alpha, k_txt: hybrid.k_txt, k_vec: hybrid.k_vec, k_final: hybrid.k_final },
        rerank: { use_quality: rerank.use_quality, recency_half_life_days: rerank.recency_half_life_days },
      },
    }),
  });
}
