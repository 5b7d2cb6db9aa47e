import { type InputOf, kindOf, type PalimpsestContract, PalimpsestError } from "@palimpsest/contract";
import type { OperationContext } from "../services.js";
import { changeState, lockMemory } from "../substrate/index.js";

/** Moves a memory to a state that may follow its present one, as its kind says. */
export async function setMemoryStatus(
  context: OperationContext,
  { memory_id, status }: InputOf<PalimpsestContract["setMemoryStatus"]>,
) {
  return context.write(async (tx) => {
    const memory = await lockMemory(tx, context.who, memory_id);
    context.touched([memory_id]);
    assertMayFollow(memory, status);
    const at = await changeState(tx, context.who, memory.kind, memory_id, status);
    return { memory_id, kind: memory.kind, status, changed_at: at };
  });
}

function assertMayFollow(memory: { kind: string; status: string }, status: string): void {
  const { name, states } = kindOf(memory.kind);
  if (!states?.settable) {
    const why = states ? "changes its state through operations of its own" : "has no states";
    throw new PalimpsestError("CONFLICT", `A memory of kind ${name} ${why}.`);
  }
  const next = states.transitions[memory.status] ?? [];
  if (status === memory.status || next.includes(status)) return;
  throw new PalimpsestError(
    "CONFLICT",
    `A ${name} that is ${memory.status} cannot become ${status}; it can become ${next.join(" or ") || "nothing else"}.`,
  );
}
