import { PalimpsestError, type TransferRecord } from "@palimpsest/contract";
import { writerOf } from "../../identity/index.js";
import type { OperationContext } from "../../services.js";
import { insertLinks, insertMemories, refusedMemories } from "../../substrate/index.js";
import { knownMemories, workTypes } from "./import.sql.js";
import { importPlain } from "./import-plain.js";
import { type Incoming, ofType } from "./incoming.js";
import { originalHash, prepareOwn } from "./prepare-imported.js";
import {
  acceptedOf,
  outcomeOf,
  type Result,
  refusal,
  resultsOf,
  type Tell,
  wasRetracted,
} from "./results.js";
import { retractedWork } from "./retracted-work.js";

/** Writes what a file holds as the caller's own, in one transaction. */
export async function importOwn(
  context: OperationContext,
  exportId: string,
  records: Incoming[],
  tell: Tell,
): Promise<void> {
  const { who, digestKey } = context;
  const memories = ofType(records, "memory").map(({ at, record }) => ({
    at,
    record: { ...record, original: undefined },
  }));
  const links = ofType(records, "link");
  const work: Incoming[] = [];
  for (const one of records) {
    const problem = ownProblem(context, one);
    if (problem !== undefined) tell(one.at, refusal(problem));
    else if (isWork(one.type)) work.push(one);
  }
  const ends = links.flatMap(({ record }) => [record.from_id, record.to_id]);
  const ids = [...memories.map(({ record }) => record.id), ...ends];
  const known = await context.read((tx) => knownMemories(tx, ids));
  const fresh = memories.filter(({ at, record }) => {
    const found = known.get(record.id);
    if (!found) return true;
    const same = found.kind === record.kind && found.original_hash === originalHash(digestKey, record);
    tell(at, outcomeOf(same ? "known" : "other"));
    return false;
  });
  const prepared = await prepareOwn(
    context,
    exportId,
    fresh.map(({ record }) => record),
  );
  const ready = acceptedOf(fresh, prepared, tell);
  if (ready.length === 0 && links.length === 0 && work.length === 0) return;
  const goneIn = retractedWork(context, work);
  await context.write(async (tx) => {
    const told: [number, Result][] = [];
    const all = ready.map(({ memory }) => memory);
    const refused = await refusedMemories(tx, who, all);
    await insertMemories(
      tx,
      who,
      all.filter(({ id }) => !refused.has(id)),
    );
    for (const { at, memory } of ready) {
      const error = refused.get(memory.id);
      told.push([at, error ? refusal(error) : outcomeOf("imported")]);
      if (!error) context.touched([memory.id]);
    }
    const own = new Set(ready.map(({ memory }) => memory.id).filter((id) => !refused.has(id)));
    const isOwn = (id: string) => own.has(id) || known.get(id)?.writer === writerOf(who);
    for (const { at, record } of links) {
      if (!isOwn(record.from_id)) told.push([at, outcomeOf("missing")]);
      else if (weakens.includes(record.link) && !isOwn(record.to_id))
        told.push([at, refusal(notOwn(record))]);
      else {
        await insertLinks(tx, who, record.from_id, [record.to_id], record.link);
        told.push([at, outcomeOf("imported")]);
      }
    }
    const gone = await goneIn(tx);
    for (const [at, stone] of gone) told.push([at, refusal(wasRetracted(stone))]);
    const taken = work.filter(({ at }) => !gone.has(at));
    told.push(...(await importPlain(tx, taken, workTypes)));
    for (const [at, result] of told) tell(at, result);
    return resultsOf(told.map(([, result]) => result));
  });
}

/** Links by which one memory takes the place of another, or takes force from it. */
const weakens: readonly string[] = ["supersedes", "contradicts"];

const notOwn = ({ link, to_id }: TransferRecord<"link">) =>
  new PalimpsestError(
    "FORBIDDEN",
    `A link of type ${link} is imported between memories of your own. To replace or contradict ${to_id}, call the operation for it.`,
  );

const isWork = (type: string) => workTypes.some((work) => work === type);

function ownProblem({ who }: OperationContext, one: Incoming): PalimpsestError | undefined {
  if (one.type === "session") {
    const { agent_id } = one.record;
    if (who.type !== "agent" || agent_id === undefined || agent_id === who.id) return undefined;
    return new PalimpsestError("FORBIDDEN", "The session is held with another agent.");
  }
  if (one.type === "memory" || one.type === "link" || isWork(one.type)) return undefined;
  return new PalimpsestError(
    "FORBIDDEN",
    `Only the operator, or an admin with identity:impersonate, imports records of type ${one.type}.`,
  );
}
