import { type InputOf, type PalimpsestContract, PalimpsestError } from "@palimpsest/contract";
import { emitEvent } from "../../outbox/index.js";
import type { OperationContext } from "../../services.js";
import {
  changeState,
  linkFacts,
  type MemoryRow,
  type Prepared,
  prepareMemory,
} from "../../substrate/index.js";
import { placeAfter } from "../../work/index.js";
import { givenOf } from "../place.js";
import { answer, assertOther, contradict, factDraft, learnFrom } from "./learn-fact.js";
import { type KnownFact, lockFact, readFact } from "./read-fact.js";

type Input = InputOf<PalimpsestContract["supersedeFact"]>;

/** The new fact, or the one that says the same already, takes the place of the old one. */
export async function supersedeFact(context: OperationContext, input: Input) {
  const { who } = context;
  const memory = await prepareAfter(context, input, { beside: false });
  return context.write(async (tx) => {
    const old = await lockFact(tx, context, input.fact_id, "fact_id");
    assertMayReplace(context, old.row);
    assertOther(context, old, memory);
    const { category } = memory.attributes;
    const replaces = old.row.owner_id === who.id && old.row.attributes.category === category;
    // Out of force before the new one is counted, so that a category does not grow in passing.
    await changeState(tx, who, "fact", input.fact_id, "superseded");
    const learned = await learnFrom(tx, context, memory, [...input.exclude_ids, input.fact_id], {
      ...{ follows: true, replaces },
    });
    await linkFacts(tx, learned.id, input.fact_id, "supersedes");
    context.touched([learned.id, input.fact_id]);
    const data = { old: input.fact_id, new: learned.id };
    await emitEvent(tx, { type: "fact_superseded", memoryId: input.fact_id, kind: "fact", data });
    return answer(tx, context, memory, learned);
  });
}

/** Both stay in force; the old one is less sure as long as the new one is not retracted. */
export async function contradictFact(context: OperationContext, input: Input) {
  const memory = await prepareAfter(context, input, { beside: true });
  return context.write(async (tx) => {
    assertOther(context, await lockFact(tx, context, input.fact_id, "fact_id"), memory);
    const learned = await learnFrom(tx, context, memory, [...input.exclude_ids, input.fact_id], {
      follows: true,
    });
    await contradict(tx, context, learned.id, input.fact_id);
    return answer(tx, context, memory, learned);
  });
}

/** A fact that belongs where another does, except for what the caller names. */
async function prepareAfter(
  context: OperationContext,
  { subject, ...input }: Input,
  { beside }: { beside: boolean },
): Promise<Prepared> {
  const { row, standing } = await context.read((tx) => readFact(tx, context, input.fact_id, "fact_id"));
  const category = input.category ?? (row.attributes.category as string | undefined);
  return prepareMemory(context, {
    ...factDraft(context, { ...input, category }),
    ...givenOf(beside ? input : { ...carriedOn({ row, standing }), ...given(input) }),
    ...placeAfter(
      context.who,
      { ...row, ...standing },
      { ...input, subject_id: subject, session_id: input.session_id ?? inherited(row, beside) },
      { what: "fact", beside },
    ),
  });
}

/** What a successor keeps of the old fact besides its place. */
const carriedOn = ({ row, standing }: KnownFact) => ({
  tags: row.tags,
  importance: row.importance,
  expires_at: standing.expires_at ?? undefined,
});

const given = <T extends object>(input: T): Partial<T> =>
  Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined)) as Partial<T>;

const inherited = ({ session_id }: MemoryRow, beside: boolean): string | undefined =>
  beside ? undefined : (session_id ?? undefined);

/** What a person wrote is replaced by people, by its owner, and by those who may approve edits. */
export function assertMayReplace({ who }: OperationContext, { origin, owner_id }: MemoryRow): void {
  if (origin !== "human" || who.type === "human") return;
  if (owner_id === who.id || who.permissions.has("edit:approve")) return;
  throw new PalimpsestError(
    "FORBIDDEN",
    "A person wrote this fact, so an agent does not take it out of force. Contradict it, or propose an edit of it.",
  );
}
