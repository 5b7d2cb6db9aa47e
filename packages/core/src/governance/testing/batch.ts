import { expect } from "vitest";
import { getChunks } from "../../capture/index.js";
import { newId } from "../../identity/index.js";
import { currentMemories, insertMemory, prepareMemory } from "../../substrate/index.js";
import { contextOf } from "../../testing/context-of.js";
import { agent, human, type TestMemory } from "../../testing/test-memory.js";
import { wordsFor } from "../../testing/words-for.js";
import { analysePlan } from "../apply/analyse-plan.js";
import { insertDecisions, insertEdits } from "../apply/apply.sql.js";
import { applyPlan } from "../apply/apply-plan.js";
import type { Planned } from "../apply/plan.js";
import { patchForKind } from "../propose/patch-for-kind.js";
import { FoldModel } from "./fold-model.js";
import type { Channel, Step } from "./steps.js";

const kinds = ["chunk", "chunk", "decision", "task"];
const writer = human("ann");
const proposer = agent("bot");
const approver = human("rev");

let words = 0;
/** Words of their own for each text, so that none is refused as another's tombstone. */
const newText = () => `heron number ${++words} waded past`;

interface Life {
  ids: string[];
  pending: Planned[];
}

interface Moment {
  at: string;
  ids: string[];
  shown: unknown;
}

/**
 * Many lives at once: the first step of each, then the second of each, and so on, with the steps of a kind in one
 * transaction. Each life has its own memories, so none touches another.
 */
export class Batch {
  readonly model = new FoldModel();
  readonly moments: Moment[] = [];
  readonly #memory: TestMemory;

  constructor(memory: TestMemory) {
    this.#memory = memory;
  }

  async run(sequences: Step[][]): Promise<void> {
    const lives = sequences.map((): Life => ({ ids: [], pending: [] }));
    const rounds = Math.max(...sequences.map((steps) => steps.length));
    for (let round = 0; round < rounds; round++) {
      await this.#round(
        lives.flatMap((life, at) => (sequences[at]![round] ? [{ life, step: sequences[at]![round]! }] : [])),
      );
      await this.#remember();
    }
  }

  /** Everything as the memory shows it to a person who asks for all, in the order of the ids. */
  async shown(ids: string[], asOf?: string, channel: Channel = "private", includeQuarantined = true) {
    const input = {
      chunk_ids: ids,
      ...{ channel, include_quarantined: includeQuarantined, as_of: asOf, see_withheld: true },
    };
    return (await getChunks(await contextOf(this.#memory.services, writer), input)).chunks;
  }

  async #round(steps: { life: Life; step: Step }[]): Promise<void> {
    const writes = steps.filter(({ step }) => step.do === "write");
    await this.#write(writes);
    const edits: Planned[] = [];
    const waiting: Planned[] = [];
    const rejected: Planned[] = [];
    const chosen = steps.flatMap(({ life, step }) => (step.do === "edit" ? [{ life, step }] : []));
    const targets = await this.#targets(chosen.map(({ life, step }) => life.ids[step.on % life.ids.length]!));
    chosen.forEach(({ life, step }, at) => {
      const planned = this.#plan(targets[at]!, step);
      if (step.by === "human") edits.push(planned);
      else {
        waiting.push(planned);
        life.pending.push(planned);
      }
    });
    for (const { life, step } of steps) {
      if (step.do !== "decide" || life.pending.length === 0) continue;
      const [planned] = life.pending.splice(step.which % life.pending.length, 1);
      if (step.approve) edits.push({ ...planned!, proposed: true });
      else rejected.push(planned!);
    }
    await this.#apply(edits, waiting, rejected);
    await this.#read(steps);
  }

  async #write(steps: { life: Life; step: Step }[]): Promise<void> {
    const context = await contextOf(this.#memory.services, writer);
    const prepared = await Promise.all(
      steps.map(({ step }) => {
        if (step.do !== "write") throw new Error("not a write");
        const kind = kinds[step.kind % kinds.length]!;
        const text = newText();
        const { importance } = step;
        return prepareMemory(context, {
          ...wordsFor(kind, text),
          ...{ importance, origin: "human", channel: "private" },
        });
      }),
    );
    await context.write(async (tx) => {
      for (const one of prepared) await insertMemory(tx, writer, one);
    });
    prepared.forEach((one, at) => {
      steps[at]!.life.ids.push(one.id);
      this.model.write(one.id, one.kind, one.text, one.importance ?? 0);
    });
  }

  async #targets(ids: string[]) {
    const rows = await this.#memory.services.db.transaction(writer, (tx) => currentMemories(tx, writer, ids));
    return ids.map((id) => rows.find((row) => row.id === id)!);
  }

  #plan(target: Planned["target"], { op, patch, undo }: Extract<Step, { do: "edit" }>): Planned {
    const past = this.model.appliedTo(target.id);
    const full = { ...patch };
    if (full.text !== undefined) full.text = newText();
    if (undo !== undefined && past.length > 0) full.edit_id = past[undo % past.length]!;
    const fitted = patchForKind(full, target, 100_000);
    return { editId: newId("edt"), target, op, patch: fitted, reason: "because", cascade: "none" };
  }

  async #apply(edits: Planned[], waiting: Planned[], rejected: Planned[]): Promise<void> {
    const { db } = this.#memory.services;
    if (waiting.length > 0) await db.transaction(proposer, (tx) => insertEdits(tx, proposer, waiting, true));
    const decisions = rejected.map(({ editId, target }) => ({
      editId,
      memoryId: target.id,
      note: undefined,
    }));
    if (rejected.length > 0) {
      await db.transaction(approver, (tx) => insertDecisions(tx, approver, "rejected", decisions));
    }
    const current = await this.#targets(edits.map(({ target }) => target.id));
    for (const [at, edit] of edits.entries()) edit.target = current[at]!;
    const plan = await analysePlan(await contextOf(this.#memory.services, approver), edits);
    await db.transaction(approver, (tx) => applyPlan(tx, approver, plan));
    for (const { target, editId, op, patch } of edits) {
      const { attributes, ...rest } = patch;
      const text = rest.text ?? attributes?.decision ?? attributes?.title;
      this.model.apply(target.id, {
        editId,
        op,
        patch: text === undefined ? rest : { ...rest, text: String(text) },
      });
    }
  }

  async #read(steps: { life: Life; step: Step }[]): Promise<void> {
    for (const { life, step } of steps) {
      if (step.do !== "read") continue;
      const { channel, includeQuarantined } = step;
      const input = {
        chunk_ids: life.ids,
        ...{ channel, include_quarantined: includeQuarantined, see_withheld: false },
      };
      const { chunks } = await getChunks(await contextOf(this.#memory.services, writer), input);
      const wanted = life.ids.filter((id) => this.model.shows(id, channel, includeQuarantined));
      expect(chunks.map((chunk) => chunk.chunk_id)).toEqual(wanted);
    }
  }

  async #remember(): Promise<void> {
    const ids = this.model.ids();
    const shown = await this.shown(ids);
    const wanted = ids
      .filter((id) => this.model.shows(id, "private", true))
      .map((id) => {
        const { text, importance, quarantined, edits } = this.model.state(id);
        return { id, text, importance, quarantined, edits };
      });
    expect(
      shown.map((chunk) => ({
        id: chunk.chunk_id,
        text: chunk.text,
        importance: chunk.importance,
        quarantined: chunk.is_quarantined,
        edits: chunk.edits_applied,
      })),
    ).toEqual(wanted);
    const [now] = await this.#memory.database.ownerQuery<{ at: string }>(
      `select to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at`,
    );
    this.moments.push({ at: now!.at, ids, shown });
  }
}
