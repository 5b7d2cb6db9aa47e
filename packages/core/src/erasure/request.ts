import {
  type InputOf,
  invalidField,
  type OutputOf,
  type PalimpsestContract,
  PalimpsestError,
} from "@palimpsest/contract";
import { newId } from "../identity/index.js";
import type { OperationContext } from "../services.js";
import { maskSecrets } from "../text/index.js";
import { findErasure, insertErasure, previewReach, type Reach } from "./erasure.sql.js";
import { assertNoAgent, type Matched, matchedOf, shown } from "./shown.js";
import { namePattern, names, subjectDigest } from "./subject.js";

/** A request that nobody approves in this time is over: what it reaches may have become another thing. */
const lasts = "14 days";

/** What the erasure of a subject would reach. A subject of which nothing is stored is not found. */
export async function previewErasure(
  context: OperationContext,
  input: InputOf<PalimpsestContract["previewErasure"]>,
): Promise<OutputOf<PalimpsestContract["previewErasure"]>> {
  assertNoAgent(context);
  const { matched, mentioned_in } = await look(context, input);
  const { subject_type, subject_id } = input;
  return { subject_type, subject_id, matched, mentioned_in };
}

async function look(context: OperationContext, reach: Reach) {
  const found = await context.read((tx) => previewReach(tx, reach, namePattern(reach.subject_id)));
  const { mentioned_in, ...counts } = found;
  const matched = matchedOf(counts);
  if (isNothing(matched)) {
    const hint = matched.mentions > 0 ? ` ${matched.mentions} memories name it: see also mentions.` : "";
    throw new PalimpsestError("NOT_FOUND", `Nothing is stored about this subject.${hint}`, {
      details: [{ path: "subject_id", message: "nothing is stored about this subject" }],
    });
  }
  return { matched, mentioned_in: mentioned_in as string[] };
}

function isNothing({ memories, mentions: _, principal: __, private: ___, ...rows }: Matched): boolean {
  return [...Object.values(memories), ...Object.values(rows)].every((count) => count === 0);
}

export async function requestErasure(
  context: OperationContext,
  { reason, ...reach }: InputOf<PalimpsestContract["requestErasure"]>,
) {
  assertNoAgent(context);
  if (names(reason, reach.subject_id)) {
    throw invalidField("reason", "must not name the subject, since it is kept");
  }
  const { matched } = await look(context, reach);
  const id = newId("ers");
  const digest = subjectDigest(context.digestKey, reach);
  const made = { id, digest, ...reach, reason: maskSecrets(reason).text, matched, lasts };
  return context.write(async (tx) => {
    const open = await insertErasure(tx, made);
    if (open !== id) {
      throw new PalimpsestError("CONFLICT", `An erasure of this subject is open already: ${open}.`);
    }
    context.touched([id]);
    return shown((await findErasure(tx, id))!);
  });
}
