import { rolePermissions } from "@palimpsest/contract";
import type { Principal } from "../../../identity/index.js";
import { agent, human } from "../../../testing/test-memory.js";
import type { Planned } from "../../apply/plan.js";
import type { Step, StepOf, Writer } from "./steps.js";

/** Who acts in a batch of lives, in a tenant of its own. */
export interface People {
  /** May see originals, and edits what is not private. */
  reviewer: Principal;
  /** Proposes edits that wait. */
  proposer: Principal;
  /** The audience of every capsule. */
  otherAgent: Principal;
  otherPerson: Principal;
}

export const peopleIn = (tenant: string): People => ({
  reviewer: human("rev", tenant),
  proposer: agent("scout", tenant),
  otherAgent: agent("reader", tenant),
  otherPerson: withoutOriginals(human("pat", tenant)),
});

const withoutOriginals = (who: Principal): Principal => ({
  ...who,
  role: "writer",
  permissions: new Set(rolePermissions.writer),
});

export interface Life {
  writers: Record<Writer, Principal>;
  ids: string[];
  pending: Planned[];
}

export interface Taken<D extends Step["do"]> {
  life: Life;
  step: StepOf<D>;
}

export const stepsOf = <D extends Step["do"]>(steps: { life: Life; step: Step }[], what: D): Taken<D>[] =>
  steps.flatMap(({ life, step }) => (isStep(step, what) ? [{ life, step }] : []));
const isStep = <D extends Step["do"]>(step: Step, what: D): step is StepOf<D> => step.do === what;

let words = 0;
/** Words of their own for each text, so that none is refused as another's tombstone. */
export const newText = () => `heron number ${++words} waded past`;

/** What each principal does, to do it in one transaction. */
export function byPrincipal<T>(items: T[], whose: (item: T) => Principal): Iterable<[Principal, T[]]> {
  const groups = new Map<string, [Principal, T[]]>();
  for (const item of items) {
    const who = whose(item);
    const group = groups.get(who.id) ?? [who, []];
    group[1].push(item);
    groups.set(who.id, group);
  }
  return groups.values();
}
