import { type InputOf, type PalimpsestContract, PalimpsestError } from "@palimpsest/contract";
import type { OperationContext } from "../services.js";
import {
  changeState,
  findMemory,
  insertLinks,
  insertMemory,
  lockMemory,
  prepareMemory,
} from "../substrate/index.js";
import { decidedIn } from "./decisions.js";
import { writerOrigin } from "./origin.js";
import { assertMayReplace, placeAfter } from "./replace.js";

/** The new decision takes the place of the old one, which stays on record as superseded. */
export async function supersedeDecision(
  context: OperationContext,
  input: InputOf<PalimpsestContract["supersedeDecision"]>,
) {
  const { who } = context;
  const given = await context.read((tx) => findMemory(tx, who, input.memory_id, "decision"));
  const memory = await prepareMemory(context, {
    kind: "decision",
    attributes: decidedIn(input),
    origin: writerOrigin(who),
    ...placeAfter(who, given, input),
    tags: input.tags,
  });
  return context.write(async (tx) => {
    const old = await lockMemory(tx, who, input.memory_id, "decision");
    assertMayReplace(who, old);
    if (old.status !== "active") {
      throw new PalimpsestError(
        "CONFLICT",
        "This decision has been superseded already; supersede the one in force.",
      );
    }
    const at = await insertMemory(tx, who, memory);
    await changeState(tx, who, "decision", input.memory_id, "superseded");
    await insertLinks(tx, who, memory.id, [input.memory_id], "supersedes");
    context.touched([memory.id, input.memory_id]);
    return {
      memory_id: memory.id,
      supersedes: input.memory_id,
      recorded_at: at,
      status: "active" as const,
    };
  });
}
