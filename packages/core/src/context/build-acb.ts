import { invalidField } from "@palimpsest/contract";
import { countAccess } from "../capsules/index.js";
import { newId } from "../identity/index.js";
import { assertWithin } from "../policy/index.js";
import { insertReceipt, type ReceiptItem, type ReceiptState } from "../receipts/index.js";
import { prepareQuery } from "../retrieval/index.js";
import type { OperationContext } from "../services.js";
import { asOfOf, assertMayFilter, assertPlainNames } from "../substrate/index.js";
import { keyedDigest, maskSecrets } from "../text/index.js";
import { clockOf } from "../time/index.js";
import { type Assembled, assemble, collect } from "./assemble.js";
import { type Bundle, bundleOf } from "./bundle.js";
import type { Inputs } from "./gather/gather.js";
import { findMoment } from "./gather/moment.sql.js";
import { readState } from "./gather/state.js";
import { fenceNonce } from "./pack/fence.js";
import { contextForm } from "./pack/render.js";
import { keptText } from "./pack/state-candidates.js";
import { sectionNames } from "./rank/modes.js";

export const buildAcb = (context: OperationContext, input: Inputs) =>
  build(context, input, (acb) => ({ acb }));

/** The question is stored with the receipt, so its secrets are masked like those of any stored text. */
const masked = (text: string | undefined) => (text === undefined ? undefined : maskSecrets(text).text);

/** Builds a bundle from one snapshot, then writes its receipt; the answer is made in the receipt's transaction. */
export async function build<T>(
  context: OperationContext,
  given: Inputs,
  answer: (bundle: Bundle) => T,
): Promise<T> {
  const { who, policy, digestKey } = context;
  const { query_characters, context_tokens } = policy.limits;
  assertWithin("query", given.query?.length ?? 0, query_characters, " characters long");
  const inputs = {
    ...given,
    query: masked(given.query),
    intent: masked(given.intent),
    max_tokens: Math.min(given.max_tokens, context_tokens),
    // With it the receipt says what words such as yesterday were counted from.
    now: given.now ?? new Date().toISOString(),
  };
  const { session_id, project_id, subject_type, subject_id } = inputs;
  assertPlainNames({ session_id, project_id, subject_type, subject_id });
  assertMayFilter(context, { includeQuarantined: inputs.include_quarantined, asOf: asOfOf(inputs) });
  const acbId = newId("acb");
  const query = await queryOf(context, inputs);
  const material = await context.read(async (tx) => {
    const moment = await findMoment(tx, inputs);
    const state = await readState(tx, who, inputs, { moment, policy, digestKey });
    return collect(tx, who, inputs, { moment, query, policy, nonce: fenceNonce(digestKey, acbId), state });
  });
  const made = assemble(material);
  assertRulesFit(made);
  const bundle = bundleOf(acbId, made);
  return context.write(async (tx) => {
    context.touched([acbId]);
    await insertReceipt(tx, who, {
      bundle,
      inputs,
      moment: { at: made.moment.at, snapshot: made.moment.snapshot! },
      digest: keyedDigest(digestKey, bundle.prompt),
      items: itemsOf(made, digestKey),
      form: contextForm,
      state: stateOf(made),
    });
    const opened = bundle.capsules.map(({ capsule_id }) => capsule_id);
    if (opened.length > 0) await countAccess(tx, who, opened);
    return answer(bundle);
  });
}

/** Refuses a budget in which the rules that must not be dropped do not fit. */
function assertRulesFit({ inputs, leastTokens }: Assembled): void {
  if (leastTokens <= inputs.max_tokens) return;
  throw invalidField(
    "max_tokens",
    `must be at least ${leastTokens} here, for the rules that no context drops`,
  );
}

/** The prepared question; undefined if it is empty. A receipt from before times were understood names no moment. */
export async function queryOf({ services }: OperationContext, { query: text, now, time_zone }: Inputs) {
  const clock = now === undefined ? undefined : clockOf({ now, time_zone });
  return text === undefined || text.trim() === "" ? undefined : prepareQuery(services, text, clock);
}

const itemsOf = ({ packed }: Assembled, digestKey: Buffer): ReceiptItem[] =>
  sectionNames.flatMap((section) =>
    packed.shown.get(section)!.flatMap((candidate) => {
      const { id, score = null, tokens } = candidate;
      if (id === undefined) return [];
      return [{ memory_id: id, section, score, tokens, digest: keyedDigest(digestKey, keptText(candidate)) }];
    }),
  );

/** What it shows that is no memory, and the memories that it shows because the reader holds them in mind. */
function stateOf({ packed }: Assembled): ReceiptState | undefined {
  const shown = packed.shown.get("task_state")!;
  const tokens = shown.reduce((sum, each) => sum + (each.id === undefined ? each.tokens : 0), 0);
  const inMind = shown.flatMap(({ id, whole }) => (id !== undefined && whole !== undefined ? [id] : []));
  return tokens + inMind.length === 0 ? undefined : { tokens, in_mind: inMind };
}
