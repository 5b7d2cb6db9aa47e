import { authenticate, localPrincipal, type Services } from "@palimpsest/core";
import type { Random } from "../lib/random.js";
import type { Workload } from "../lib/workload.js";
import { type CoreParts, coreParts } from "./core.js";
import { fillContext } from "./fill-context.js";

type Planned = Parameters<CoreParts["analysePlan"]>[1][number];
type Target = Planned["target"];

const batch = 250;
/** How often each op is chosen, of twenty. */
const mix: Planned["op"][] = [
  ...Array<"amend">(10).fill("amend"),
  ...Array<"attenuate">(4).fill("attenuate"),
  ...Array<"quarantine">(2).fill("quarantine"),
  ...Array<"block">(2).fill("block"),
  "retract",
  "restore",
];

/** The text with one of its words put right. */
const corrected = (text: string, workload: Workload, random: Random): string => {
  const words = text.split(" ");
  words[random.int(0, words.length - 1)] = random.pick(workload.message().text.split(" "));
  return words.join(" ");
};

const editOf = (target: Target, workload: Workload, random: Random): Pick<Planned, "op" | "patch"> => {
  const op = random.pick(mix);
  if (target.retracted && op !== "restore") return { op: "restore", patch: { op: "retract" } };
  switch (op) {
    case "amend":
      return { op, patch: { text: corrected(target.text, workload, random) } };
    case "attenuate":
      return { op, patch: { importance_delta: -0.1 } };
    case "block":
      return { op, patch: { channel: random.pick(["public", "agent"] as const) } };
    default:
      return { op, patch: {} };
  }
};

/** Edits of all kinds, spread evenly over the memories, applied by the code that applies a cascade or a bulk edit. */
export const loadEdits = async (
  services: Services,
  options: { tenantId: string; ids: readonly string[]; edits: number; workload: Workload; random: Random },
): Promise<void> => {
  const { tenantId, ids, edits, workload, random } = options;
  const core = await coreParts();
  const who = localPrincipal({ tenantId });
  await authenticate(services, { kind: "principal", principal: who });
  const context = await fillContext(services, who);
  for (let made = 0; made < edits; ) {
    const start = made % ids.length;
    const part = ids.slice(start, start + Math.min(batch, edits - made));
    const targets = await context.read((tx) => core.currentMemories(tx, who, part));
    const planned = targets.map(
      (target): Planned => ({
        editId: core.newId("edt"),
        target,
        reason: "it was wrong",
        cascade: "none",
        ...editOf(target, workload, random),
      }),
    );
    const plan = await core.analysePlan(context, planned);
    await services.db.transaction(who, (tx) => core.applyPlan(tx, who, plan));
    made += part.length;
  }
};
