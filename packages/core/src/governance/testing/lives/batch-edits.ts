import { newId, type Principal } from "../../../identity/index.js";
import { currentMemories } from "../../../substrate/index.js";
import { contextOf } from "../../../testing/context-of.js";
import type { TestMemory } from "../../../testing/test-memory.js";
import { analysePlan } from "../../apply/analyse-plan.js";
import { insertDecisions, insertEdits } from "../../apply/apply.sql.js";
import { applyPlan } from "../../apply/apply-plan.js";
import type { Planned } from "../../apply/plan.js";
import { patchForKind } from "../../propose/patch-for-kind.js";
import { byPrincipal, type Life, newText, type People, stepsOf } from "./batch-life.js";
import type { FoldModel } from "./fold-model.js";
import type { Step, StepOf } from "./steps.js";

/** The edits of a batch of lives: proposed, decided on and applied, many at once. */
export class BatchEdits {
  readonly #memory: TestMemory;
  readonly #model: FoldModel;
  readonly #people: People;

  constructor(memory: TestMemory, model: FoldModel, people: People) {
    this.#memory = memory;
    this.#model = model;
    this.#people = people;
  }

  /** Whoever reviews edits what others see and every capsule; what is private, its owner. */
  #editor(life: Life, id: string): Principal {
    const { kind, owner, visibility } = this.#model.memory(id);
    if (kind === "capsule" || visibility === "tenant") return this.#people.reviewer;
    return Object.values(life.writers).find((who) => who.id === owner)!;
  }

  async change(steps: { life: Life; step: Step }[]): Promise<void> {
    const edits: { who: Principal; planned: Planned }[] = [];
    const waiting: Planned[] = [];
    const rejected: Planned[] = [];
    const chosen = stepsOf(steps, "edit")
      .map(({ life, step }) => ({ life, step, id: life.ids[step.on % life.ids.length]! }))
      // A revoked capsule is not edited any more.
      .filter(({ id }) => !this.#model.memory(id).revoked);
    for (const [who, group] of byPrincipal(chosen, ({ life, id }) => this.#editor(life, id))) {
      const targets = await this.#targets(
        who,
        group.map(({ id }) => id),
      );
      group.forEach(({ life, step, id }, at) => {
        const planned = this.#plan(targets[at]!, step);
        const atOnce = step.by === "human" || this.#model.memory(id).visibility === "private";
        if (atOnce) edits.push({ who, planned });
        else waiting.push(planned);
        if (!atOnce) life.pending.push(planned);
      });
    }
    for (const { life, step } of stepsOf(steps, "decide")) {
      if (life.pending.length === 0) continue;
      const [planned] = life.pending.splice(step.which % life.pending.length, 1);
      if (step.approve) edits.push({ who: this.#people.reviewer, planned: { ...planned!, proposed: true } });
      else rejected.push(planned!);
    }
    await this.#wait(waiting, rejected);
    for (const [who, group] of byPrincipal(edits, (edit) => edit.who)) {
      await this.#apply(
        who,
        group.map(({ planned }) => planned),
      );
    }
  }

  async #targets(who: Principal, ids: string[]) {
    const rows = await this.#memory.services.db.transaction(who, (tx) => currentMemories(tx, who, ids));
    return ids.map((id) => rows.find((row) => row.id === id)!);
  }

  #plan(target: Planned["target"], { op, patch, undo }: StepOf<"edit">): Planned {
    const past = this.#model.appliedTo(target.id);
    const full = { ...patch };
    if (full.text !== undefined) full.text = newText();
    if (undo !== undefined && past.length > 0) full.edit_id = past[undo % past.length]!;
    const fitted = patchForKind(full, target, 100_000);
    return { editId: newId("edt"), target, op, patch: fitted, reason: "because", cascade: "none" };
  }

  async #wait(waiting: Planned[], rejected: Planned[]): Promise<void> {
    const { db } = this.#memory.services;
    const { proposer, reviewer } = this.#people;
    if (waiting.length > 0) await db.transaction(proposer, (tx) => insertEdits(tx, proposer, waiting, true));
    if (rejected.length === 0) return;
    const decisions = rejected.map(({ editId, target }) => ({
      editId,
      memoryId: target.id,
      note: undefined,
    }));
    await db.transaction(reviewer, (tx) => insertDecisions(tx, reviewer, "rejected", decisions));
  }

  async #apply(who: Principal, edits: Planned[]): Promise<void> {
    const current = await this.#targets(
      who,
      edits.map(({ target }) => target.id),
    );
    for (const [at, edit] of edits.entries()) edit.target = current[at]!;
    const plan = await analysePlan(await contextOf(this.#memory.services, who), edits);
    await this.#memory.services.db.transaction(who, (tx) =>
      applyPlan(tx, who, plan, { atOnce: Number.POSITIVE_INFINITY }),
    );
    for (const { target, editId, op, patch, proposed } of edits) {
      const by = proposed ? this.#people.proposer.id : who.id;
      const { attributes, ...rest } = patch;
      const text = rest.text ?? attributes?.decision ?? attributes?.title ?? attributes?.note;
      const said = text === undefined ? rest : { ...rest, text: String(text) };
      this.#model.apply(target.id, { editId, by, op, patch: said });
    }
  }
}
