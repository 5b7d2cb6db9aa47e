import type { InputOf, PalimpsestContract } from "@palimpsest/contract";
import { type Position, pageOf } from "../paging/page.js";
import type { OperationContext } from "../services.js";
import { enveloped } from "../tenant/index.js";
import { assertRecent } from "./assert-recent.js";
import { type Answer, type Candidate, findClaims, readFound, shownItem } from "./find-claims.js";

/** So many are shown on all pages together: the cursor holds the rest. */
const most = 250;

export async function searchClaims(
  context: OperationContext,
  input: InputOf<PalimpsestContract["searchClaims"]>,
) {
  const { policy } = context;
  const { cursor, top_k, include_meta, ...question } = input;
  const limit = top_k ?? Math.min(50, policy.retrieval.hybrid.k_final);
  const page = pageOf(context, "searchClaims", { ...question, cursor, limit });
  const before = page.after && answerIn(page.after);
  const { found, answer, told } = before
    ? {
        told: {},
        found: await readFound(context, input, { ...before, candidates: before.candidates.slice(0, limit) }),
        answer: before,
      }
    : await findClaims(context, input.query, input);
  const shown = found.slice(0, limit);
  context.touched(shown.map(({ claim }) => claim.row.id));
  const rest = { ...answer, candidates: answer.candidates.slice(limit, most) };
  const has_more = rest.candidates.length > 0;
  const shownPage = enveloped(context, {
    items: shown.map((item) => shownItem(context, item, include_meta)),
    has_more,
    ...(has_more && { next_cursor: page.cursorAt(positionOf(rest)) }),
    policy_version: policy.version,
  });
  return { ...shownPage, ...told };
}

const short = (value: number) => Math.round(value * 1e6) / 1e6;

const positionOf = ({ at, spread, candidates }: Answer): Position => [
  ...[at, spread.mean, spread.deviation],
  ...candidates.flatMap(({ id, text, vector, rank }) => [
    ...[id, short(text), vector === null ? -1 : short(vector), rank ?? 0],
  ]),
];

function answerIn(position: Position): Answer {
  const [at, mean, deviation, ...rest] = position as [number, number, number, ...(string | number)[]];
  assertRecent(at);
  const candidates: Candidate[] = [];
  for (let i = 0; i < rest.length; i += 4) {
    const [id, text, vector, rank] = rest.slice(i, i + 4) as [string, number, number, number];
    candidates.push({ id, text, vector: vector < 0 ? null : vector, rank: rank === 0 ? null : rank });
  }
  return { at, spread: { mean, deviation }, candidates };
}
