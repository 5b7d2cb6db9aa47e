import { expect } from "vitest";
import type { Principal } from "../../../identity/index.js";
import { agent, human, type TestMemory } from "../../../testing/test-memory.js";
import type { Op, Patch } from "../../edit.js";
import { type People, peopleIn } from "./batch-life.js";
import { FoldModel } from "./fold-model.js";
import { rollBack } from "./roll-back.js";
import type { Step, StepOf, Writer } from "./steps.js";
import { SurfaceReads } from "./surface-reads.js";
import { writeMemory } from "./surface-write.js";

/** One life in a tenant of its own, led through the surfaces that callers use. */
export class SurfaceLife {
  readonly reads: SurfaceReads;
  readonly #memory: TestMemory;
  readonly #model = new FoldModel();
  readonly #pending: { editId: string; by: string; id: string; op: Op; patch: Patch }[] = [];
  readonly #people: People;
  readonly #writers: Record<Writer, Principal>;
  #words = 0;

  constructor(memory: TestMemory, tenant: string) {
    this.#memory = memory;
    this.#people = peopleIn(tenant);
    this.#writers = { human: human("ann", tenant), agent: agent("bot", tenant) };
    this.reads = new SurfaceReads(memory, this.#model, this.#people, this.#writers);
  }

  async live(steps: Step[]): Promise<void> {
    for (const step of steps) {
      if (step.do === "write") await this.#write(step);
      if (step.do === "edit") await this.#edit(step);
      if (step.do === "decide") await this.#decide(step);
      if (step.do === "bundle") await this.#bundle(step);
      if (step.do === "revoke") await this.#revoke(step);
      if (step.do === "rollback") await this.#rollBack(step);
      if (step.do === "read") await this.reads.read(step);
    }
    // In the end somebody reads who governs capsules, or an agent that they are for.
    const reader = steps.length % 2 === 0 ? "human" : "other agent";
    await this.reads.read({ do: "read", reader, channel: "private", includeQuarantined: false });
    await this.reads.readEdits();
    await this.reads.lookBack();
    await this.reads.replay();
  }

  async #write(step: StepOf<"write">): Promise<void> {
    // One agent may not fill the answers that others read, so it writes few.
    const own = this.#model.all().filter((id) => this.#model.memory(id).owner === this.#writers.agent.id);
    const who = this.#writers[own.length < 3 ? step.by : "human"];
    const { id, ...written } = await writeMemory(this.#memory, who, step, this.#newText());
    this.#model.write(id, written);
  }

  async #bundle({ by, holding }: StepOf<"bundle">): Promise<void> {
    const author = this.#writers[by];
    const fit = this.#model.ids().filter((id) => {
      const { retracted, quarantined } = this.#model.state(id);
      return this.#model.isVisible(id, author.id) && !retracted && !quarantined;
    });
    if (fit.length === 0) return;
    const items = [fit[holding % fit.length]!];
    const audience = this.#people.otherAgent.id;
    const { capsule_id } = await this.#memory.call(author, "createCapsule", {
      ...{ subject_type: "project", subject_id: "p", scope: "project", audience_agent_ids: [audience] },
      items: { chunks: items },
    });
    this.#model.write(capsule_id, {
      ...{
        kind: "capsule",
        text: "Capsule about project p",
        importance: 0,
        owner: author.id,
        items,
        audience,
      },
      ...{ visibility: "private", channel: "agent", sensitivity: "none" },
    });
  }

  async #revoke({ which }: StepOf<"revoke">): Promise<void> {
    const capsules = this.#model.ids(["capsule"]);
    if (capsules.length === 0) return;
    const capsule_id = capsules[which % capsules.length]!;
    await this.#memory.call(this.#people.reviewer, "revokeCapsule", { capsule_id });
    this.#model.revoke(capsule_id);
  }

  async #rollBack(step: StepOf<"rollback">): Promise<void> {
    await rollBack(this.#memory, this.#model, {
      by: this.#people.reviewer,
      writer: this.#writers.agent,
      step,
    });
  }

  async #edit({ on, op, patch, undo, by }: Extract<Step, { do: "edit" }>): Promise<void> {
    const ids = this.#model.all();
    const id = ids[on % ids.length]!;
    const { owner, kind, visibility, revoked } = this.#model.memory(id);
    const past = this.#model.appliedTo(id);
    const full = { ...patch };
    if (full.text !== undefined) full.text = this.#newText();
    if (undo !== undefined && past.length > 0) full.edit_id = past[undo % past.length]!;
    const retractedTwice = op === "retract" && this.#model.state(id).retracted;
    // What is private is edited by its owner, and every capsule by those who govern; an agent proposes the rest.
    const mayEdit = by === "human" || visibility === "private";
    const isPrivate = kind !== "capsule" && visibility === "private";
    const owners = Object.values(this.#writers).find((writer) => isPrivate && writer.id === owner);
    const who = owners ?? (mayEdit ? this.#writers.human : this.#people.proposer);
    // An agent takes back at once only what it did itself.
    const isOwn = this.#model.undone(id, full).every((edit) => edit.by === who.id);
    const atOnce = mayEdit && (op !== "restore" || who.type === "human" || isOwn);
    const target_type = kind === "capsule" ? "capsule" : "memory";
    const request = { target_type, target_id: id, op, patch: full, reason: "because" } as const;
    const asked = this.#memory.call(who, "applyEdit", request);
    // Those who review look also at capsules that are over.
    if (revoked && who.type === "agent") return expect(asked).rejects.toMatchObject({ code: "NOT_FOUND" });
    if (!this.#model.applies(id, op, full)) return expect(asked).rejects.toMatchObject({ code: "CONFLICT" });
    const made = await asked;
    // What is so already, or is asked for already, is not edited again.
    if (retractedTwice || this.#pending.some(({ editId }) => editId === made.edit_id)) return;
    expect(made.status).toBe(atOnce ? "approved" : "pending");
    if (atOnce) this.#model.apply(id, { editId: made.edit_id, by: who.id, op, patch: full });
    else this.#pending.push({ editId: made.edit_id, by: who.id, id, op, patch: full });
  }

  async #decide({ which, approve }: Extract<Step, { do: "decide" }>): Promise<void> {
    const [edit] = this.#pending.splice(which % Math.max(this.#pending.length, 1), 1);
    if (!edit) return;
    // A worker would have to read the words of a private memory that come back; no worker runs here.
    const { kind, visibility } = this.#model.memory(edit.id);
    const unread = kind !== "capsule" && visibility === "private";
    const bringsWords = this.#model
      .undone(edit.id, edit.patch)
      .some(({ op }) => op === "retract" || op === "amend");
    const approves = approve && !(unread && bringsWords);
    const operation = approves ? "approveEdit" : "rejectEdit";
    const decided = this.#memory.call(this.#people.reviewer, operation, { edit_id: edit.editId });
    if (approves && !this.#model.applies(edit.id, edit.op, edit.patch)) {
      await expect(decided).rejects.toMatchObject({ code: "CONFLICT" });
      this.#pending.push(edit);
      return;
    }
    await decided;
    if (approves) this.#model.apply(edit.id, edit);
  }

  #newText(): string {
    this.#words += 1;
    return `heron oil${this.#words}oil waded past`;
  }
}
