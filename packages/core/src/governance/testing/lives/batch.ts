import { classOf } from "../../../policy/index.js";
import { insertMemory, prepareMemory } from "../../../substrate/index.js";
import { contextOf } from "../../../testing/context-of.js";
import { agent, human, type TestMemory } from "../../../testing/test-memory.js";
import { wordsFor } from "../../../testing/words-for.js";
import { BatchEdits } from "./batch-edits.js";
import { byPrincipal, type Life, newText, type People, peopleIn, stepsOf, type Taken } from "./batch-life.js";
import { BatchReads } from "./batch-reads.js";
import { FoldModel } from "./fold-model.js";
import { rollBack } from "./roll-back.js";
import type { Step } from "./steps.js";

const kinds = ["chunk", "chunk", "decision", "task"];

/**
 * Many lives at once, in a tenant of their own: the first step of each, then the second of each, and so on, with the
 * steps of a kind in one transaction. Each life has its own memories and its own agent, so none touches another.
 */
export class Batch {
  readonly model = new FoldModel();
  readonly reads: BatchReads;
  readonly #edits: BatchEdits;
  readonly #memory: TestMemory;
  readonly #tenant: string;
  readonly #people: People;

  constructor(memory: TestMemory, tenant: string) {
    this.#memory = memory;
    this.#tenant = tenant;
    this.#people = peopleIn(tenant);
    this.#edits = new BatchEdits(memory, this.model, this.#people);
    this.reads = new BatchReads(memory, this.model, this.#people);
  }

  async run(sequences: Step[][]): Promise<void> {
    await this.#memory.call(this.#people.reviewer, "listEdits", {});
    const lives = sequences.map((_, n): Life => {
      // Few people, so that what is private is edited in few transactions.
      const writers = { human: human(`ann-${n % 2}`, this.#tenant), agent: agent(`bot-${n}`, this.#tenant) };
      return { writers, ids: [], pending: [] };
    });
    const rounds = Math.max(...sequences.map((steps) => steps.length));
    for (let round = 0; round < rounds; round++) {
      const steps = lives.flatMap((life, at) => {
        const step = sequences[at]![round];
        return step ? [{ life, step }] : [];
      });
      await this.#write(stepsOf(steps, "write"));
      for (const bundle of stepsOf(steps, "bundle")) await this.#bundle(bundle);
      await this.#edits.change(steps);
      for (const rollback of stepsOf(steps, "rollback")) await this.#rollBack(rollback);
      for (const revoke of stepsOf(steps, "revoke")) await this.#revoke(revoke);
      for (const read of stepsOf(steps, "read")) await this.#read(read);
      await this.reads.remember(round);
    }
  }

  async #write(steps: Taken<"write">[]): Promise<void> {
    for (const [writer, group] of byPrincipal(steps, ({ life, step }) => life.writers[step.by])) {
      const context = await contextOf(this.#memory.services, writer);
      const prepared = await Promise.all(
        group.map(({ step: { kind, by, importance, channel, visibility, sensitivity } }) =>
          prepareMemory(context, {
            ...wordsFor(kinds[kind % kinds.length]!, newText()),
            ...{ importance, channel, visibility, origin: by, boundaryClass: classOf[sensitivity] },
          }),
        ),
      );
      await context.write(async (tx) => {
        for (const one of prepared) await insertMemory(tx, writer, one);
      });
      prepared.forEach(({ id, kind, text, importance = 0 }, at) => {
        const { life, step } = group[at]!;
        const { channel, visibility, sensitivity } = step;
        life.ids.push(id);
        this.model.write(id, { kind, text, importance, owner: writer.id, channel, visibility, sensitivity });
      });
    }
  }

  /** A capsule for the other agent, with one memory of the life that may be handed on. */
  async #bundle({ life, step }: Taken<"bundle">): Promise<void> {
    const author = life.writers[step.by];
    const fit = life.ids.filter((id) => {
      const { retracted, quarantined } = this.model.state(id);
      const isItem = this.model.memory(id).kind !== "capsule";
      return isItem && this.model.isVisible(id, author.id) && !retracted && !quarantined;
    });
    if (fit.length === 0) return;
    const items = [fit[step.holding % fit.length]!];
    const subject = newText().replaceAll(" ", "-");
    const { capsule_id } = await this.#memory.call(author, "createCapsule", {
      ...{ subject_type: "user", subject_id: subject, scope: "user" },
      ...{ audience_agent_ids: [this.#people.otherAgent.id], items: { chunks: items } },
    });
    life.ids.push(capsule_id);
    this.model.write(capsule_id, {
      ...{ kind: "capsule", text: `Capsule about user ${subject}`, importance: 0, owner: author.id },
      ...{ items, audience: this.#people.otherAgent.id },
      ...{ visibility: "private", channel: "agent", sensitivity: "none" },
    });
  }

  async #revoke({ life, step }: Taken<"revoke">): Promise<void> {
    const capsules = life.ids.filter((id) => this.model.memory(id).kind === "capsule");
    if (capsules.length === 0) return;
    const capsule_id = capsules[step.which % capsules.length]!;
    await this.#memory.call(this.#people.reviewer, "revokeCapsule", { capsule_id });
    this.model.revoke(capsule_id);
  }

  /** Takes back all that the life's agent wrote, or undoes that. */
  async #rollBack({ life, step }: Taken<"rollback">): Promise<void> {
    await rollBack(this.#memory, this.model, { by: this.#people.reviewer, writer: life.writers.agent, step });
  }

  async #read({ life, step: { reader, channel, includeQuarantined } }: Taken<"read">): Promise<void> {
    const { otherAgent, otherPerson } = this.#people;
    const readers = { ...life.writers, "other agent": otherAgent, "other person": otherPerson };
    const who = readers[reader];
    const ids = life.ids.filter((id) => this.model.memory(id).kind !== "capsule");
    await this.reads.now(who, ids, {
      channel,
      includeQuarantined: includeQuarantined && who.type === "human",
    });
  }
}
