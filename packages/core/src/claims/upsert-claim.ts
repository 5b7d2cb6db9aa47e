import { isDeepStrictEqual } from "node:util";
import { type InputOf, invalidField, type PalimpsestContract, PalimpsestError } from "@palimpsest/contract";
import type { Tx } from "../db/index.js";
import { insertFact } from "../heart/index.js";
import { newId, type Principal, writerOf } from "../identity/index.js";
import { isStricter, type Policy } from "../policy/index.js";
import type { OperationContext } from "../services.js";
import {
  assertPlainNames,
  type CurrentMemory,
  currentMemories,
  findSaid,
  foundInWords,
  insertEvidence,
  knownEntities,
  lockWords,
  type Prepared,
  prepareMemory,
  raiseFactClass,
  refusedMemories,
  refuseRetractedBeside,
} from "../substrate/index.js";
import { enveloped } from "../tenant/index.js";
import { writerOrigin } from "../work/index.js";
import { contentHash } from "./content-hash.js";
import { type ClaimAttributes, claimFilter, kindOfClaim } from "./read-claim.js";
import { keptScope } from "./scopes.js";

type Input = InputOf<PalimpsestContract["upsertClaim"]>;

/** Stores a claim as a fact. The same text in the same scope is one claim, to which its provenance is added. */
export async function upsertClaim(context: OperationContext, input: Input) {
  const { who, policy } = context;
  assertHash(input);
  const { signed: _, ...provenance } = input.provenance;
  const { kind, entities, relations } = input;
  assertPlainNames(idsOf(input));
  const about = { kind, provenance, ...(entities && { entities }), ...(relations && { relations }) };
  const prepared = await prepareMemory(context, {
    kind: "fact",
    text: input.text,
    attributes: { confidence: 0.5, claim: about },
    origin: writerOrigin(who),
    scope: keptScope[input.scope],
    channel: "private",
    visibility: input.scope === "session" ? "private" : "tenant",
    boundaryClass: input.boundary_class,
  });
  const memory: Prepared = { ...prepared, id: newId("clm") };
  return context.write(async (tx) => {
    await lockWords(tx, who, memory);
    await assertEnds(tx, context, input);
    const id = (await addToKnown(tx, context, input, memory)) ?? (await store(tx, context, memory));
    context.touched([id]);
    return enveloped(context, { id, policy_version: policy.version });
  });
}

/** The ids by which entities and relations of several claims are the same; masked, different ones would be one. */
const idsOf = ({ entities = [], relations = [] }: Input) =>
  Object.fromEntries([
    ...entities.map(({ id }, at) => [`entities.${at}.id`, id]),
    ...relations.flatMap(({ id, src_id, dst_id }, at) => [
      [`relations.${at}.id`, id],
      [`relations.${at}.src_id`, src_id],
      [`relations.${at}.dst_id`, dst_id],
    ]),
  ]);

async function store(tx: Tx, context: OperationContext, memory: Prepared): Promise<string> {
  const [refused] = (await refusedMemories(tx, context.who, [memory])).values();
  if (refused) throw refused;
  await insertFact(tx, context, memory);
  return memory.id;
}

/** The claim that says the same already, if there is one. */
async function addToKnown(
  tx: Tx,
  { who, policy }: OperationContext,
  { kind }: Input,
  memory: Prepared,
): Promise<string | undefined> {
  const said = await findSaid(tx, who, memory, writerOf(who));
  const [known] = said ? await currentMemories(tx, who, [said.id]) : [];
  // What was corrected since is not said anew.
  if (known && said!.is_original) return known.id;
  if (!known || contentHash(known.text) !== contentHash(memory.text)) return undefined;
  const kept = kindOfClaim(known.attributes);
  if (kept !== kind) {
    throw new PalimpsestError("DUPLICATE", "This is known as a claim of another kind.", {
      details: [{ path: "kind", message: `kind: ${known.id} says this and is of kind ${kept}` }],
    });
  }
  const raises = mayRaise(who, known);
  if (!raises) assertNotStricter(policy, known, memory);
  const { kind: _, provenance, ...graph } = memory.attributes.claim as ClaimAttributes;
  if (!isDeepStrictEqual(known.attributes.claim, memory.attributes.claim)) {
    await refuseRetractedBeside(tx, memory);
    await insertEvidence(tx, who, { id: newId("evi"), memoryId: known.id, provenance, graph });
  }
  if (raises) await raiseFactClass(tx, known.id, memory.boundaryClass!);
  return known.id;
}

/** A stricter class hides a claim from its readers, which an agent does to its own alone. */
const mayRaise = ({ id, type, permissions }: Principal, { owner_id }: CurrentMemory): boolean =>
  type === "human" || owner_id === id || permissions.has("edit:approve");

/** What is added to a claim is read by all who read the claim. */
function assertNotStricter(policy: Policy, { id, boundary_class }: CurrentMemory, memory: Prepared): void {
  const { class: found } = foundInWords(policy, memory);
  if (!isStricter(found, boundary_class)) return;
  throw new PalimpsestError("DUPLICATE", "Somebody else's claim says this and is of a laxer class.", {
    details: [
      { path: "provenance", message: `provenance: holds what is ${found}; ${id} is ${boundary_class}` },
    ],
  });
}

function assertHash({ text, content_hash }: Input): void {
  const right = contentHash(text);
  if (content_hash === undefined || content_hash === right) return;
  throw new PalimpsestError("VALIDATION_ERROR", "content_hash does not match the text.", {
    details: [{ path: "content_hash", message: `expected ${right}` }],
  });
}

/** Both ends of a relation are entities, given here or known already. */
async function assertEnds(tx: Tx, context: OperationContext, { entities = [], relations = [] }: Input) {
  const given = new Set(entities.map(({ id }) => id));
  const others = relations.flatMap(({ src_id, dst_id }) => [src_id, dst_id]).filter((id) => !given.has(id));
  const known =
    others.length > 0 ? await knownEntities(tx, context.who, claimFilter(context), others) : new Set();
  for (const [at, { src_id, dst_id }] of relations.entries()) {
    for (const [name, id] of Object.entries({ src_id, dst_id })) {
      if (!given.has(id) && !known.has(id)) {
        throw invalidField(`relations.${at}.${name}`, "names no entity that is given here or known");
      }
    }
  }
}
