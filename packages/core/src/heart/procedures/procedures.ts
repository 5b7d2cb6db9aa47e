import { type InputOf, type PalimpsestContract, PalimpsestError } from "@palimpsest/contract";
import type { Principal } from "../../identity/index.js";
import { emitEvent } from "../../outbox/index.js";
import type { OperationContext } from "../../services.js";
import {
  asOfOf,
  changeState,
  countUse,
  insertMemory,
  lockMemories,
  type MemoryRow,
  prepareMemory,
  readUse,
} from "../../substrate/index.js";
import { writerOrigin } from "../../work/index.js";
import { draftPlace } from "../place.js";
import { readOne, readWrittenOne } from "../read-one.js";
import { searchKind } from "../search.js";
import { procedureFields, shownProcedure, useFields } from "./read-procedure.js";

type Input<N extends keyof PalimpsestContract> = InputOf<PalimpsestContract[N]>;

const kind = "procedure";

export async function storeProcedure(context: OperationContext, input: Input<"storeProcedure">) {
  const { who } = context;
  const { name, domain, description, goals, core_patterns, core_tools, core_concepts } = input;
  const { implementation_notes } = input;
  const lists = { goals, core_patterns, core_tools, core_concepts, implementation_notes };
  const given = Object.entries({ description, ...lists }).filter(([, said]) => said && said.length > 0);
  const memory = await prepareMemory(context, {
    kind,
    attributes: { name, domain, description, ...lists },
    fields: [...given.map(([field]) => field), "name"],
    origin: writerOrigin(who),
    ...draftPlace(input),
  });
  return context.write(async (tx) => {
    await insertMemory(tx, who, memory);
    context.touched([memory.id]);
    const procedure = await readWrittenOne(tx, context, kind, memory.id);
    return { ...(await shownProcedure(tx, context, procedure)), masked: memory.masked };
  });
}

export async function getProcedure(context: OperationContext, { procedure_id }: Input<"getProcedure">) {
  const found = await context.read(async (tx) =>
    shownProcedure(tx, context, await readOne(tx, context, kind, procedure_id)),
  );
  context.touched([procedure_id]);
  return found;
}

export async function searchProcedures(context: OperationContext, input: Input<"searchProcedures">) {
  const { domain, active_only } = input;
  const { hits, scored, answer } = await searchKind(context, kind, input, {
    ...(active_only && { statuses: ["active"] }),
    ...(domain !== undefined && { attributes: { domain } }),
  });
  const ids = hits.map(({ id }) => id);
  // How it was used by then is not on record; what has happened since must not stand there.
  const isPast = asOfOf(input) !== undefined;
  const useOf = isPast ? () => undefined : await context.read((tx) => readUse(tx, context.who, ids));
  return {
    procedures: hits.map((hit) => {
      const use = useOf(hit.id);
      const used = use ? useFields(use) : { activation_count: null, effectiveness: null };
      return { ...procedureFields(hit.row), ...used, ...scored(hit) };
    }),
    ...answer,
  };
}

export function activateProcedure(context: OperationContext, { procedure_id }: Input<"activateProcedure">) {
  return context.write(async (tx) => {
    // Whoever retires it waits, or is seen here.
    await lockMemories(tx, [procedure_id]);
    const procedure = await readOne(tx, context, kind, procedure_id);
    if (procedure.row.status !== "active") throw retired();
    await countUse(tx, context.who, procedure_id, "activation");
    await emitEvent(tx, { type: "procedure_activated", memoryId: procedure_id, kind, data: {} });
    context.touched([procedure_id]);
    return shownProcedure(tx, context, procedure);
  });
}

/** A retired one takes outcomes too: it may have been activated before. */
export function recordProcedureOutcome(
  context: OperationContext,
  { procedure_id, outcome }: Input<"recordProcedureOutcome">,
) {
  return context.write(async (tx) => {
    const procedure = await readOne(tx, context, kind, procedure_id);
    await countUse(tx, context.who, procedure_id, outcome);
    await emitEvent(tx, { type: "procedure_outcome", memoryId: procedure_id, kind, data: { outcome } });
    context.touched([procedure_id]);
    return shownProcedure(tx, context, procedure);
  });
}

export function retireProcedure(context: OperationContext, { procedure_id }: Input<"retireProcedure">) {
  const { who } = context;
  return context.write(async (tx) => {
    await lockMemories(tx, [procedure_id]);
    const { row } = await readOne(tx, context, kind, procedure_id);
    assertMayRetire(who, row);
    if (row.status === "active") {
      await changeState(tx, who, kind, procedure_id, "retired");
      await emitEvent(tx, { type: "procedure_retired", memoryId: procedure_id, kind, data: {} });
    }
    context.touched([procedure_id]);
    return shownProcedure(tx, context, await readOne(tx, context, kind, procedure_id));
  });
}

/** People retire every procedure, and so does whoever may approve edits. An agent retires its own. */
function assertMayRetire(who: Principal, { origin, owner_id }: Pick<MemoryRow, "origin" | "owner_id">): void {
  if (who.type === "human" || owner_id === who.id || who.permissions.has("edit:approve")) return;
  const writer = origin === "human" ? "A person" : "Another agent";
  throw new PalimpsestError(
    "FORBIDDEN",
    `${writer} stored this procedure, so an agent does not retire it. Propose an edit of it.`,
  );
}

const retired = () =>
  new PalimpsestError("CONFLICT", "This procedure is retired; search for one that is in use.");
