import { rolePermissions } from "@palimpsest/contract";
import { expect } from "vitest";
import { message } from "../../testing/samples.js";
import { agent, human, type TestMemory } from "../../testing/test-memory.js";
import type { Op, Patch } from "../edit.js";
import { FoldModel, type Said } from "./fold-model.js";
import type { Channel, Step } from "./steps.js";
import { type Asked, chunkKinds, type Surface, surfaces, visible } from "./surfaces.js";

/** A word that stands in one text only, by which a text is known in any answer; ids hold no i, l or o. */
const marks = (answer: unknown): Set<string> => new Set(JSON.stringify(answer).match(/oil\d+oil/g) ?? []);
const sorted = (set: Iterable<string>) => [...set].toSorted();
const beyond = (set: Set<string>, allowed: Set<string>) => sorted(set).filter((mark) => !allowed.has(mark));

/** Scores to five places: the database keeps fewer digits of a vector than a reader of the past computes with. */
const rounded = (answer: unknown): unknown =>
  JSON.parse(JSON.stringify(answer), (_, value) =>
    typeof value === "number" ? Math.round(value * 1e5) / 1e5 : value,
  );

/** A read of the past says what it withholds, one of the present does not. */
const withoutGaps = (answer: unknown): unknown => {
  const { withheld, withheld_count, ...rest } = answer as Record<string, unknown>;
  return rest;
};

interface Remembered {
  surface: Surface;
  asked: Asked;
  at: string;
  answer: unknown;
}

/** One life in a tenant of its own, led through the surfaces that callers use. */
export class DoorLife {
  readonly #memory: TestMemory;
  readonly #tenant: string;
  readonly #model = new FoldModel();
  readonly #pending: { editId: string; id: string; op: Op; patch: Patch }[] = [];
  readonly #remembered: Remembered[] = [];
  #capsule: string | undefined;
  #held: string[] = [];
  #words = 0;

  constructor(memory: TestMemory, tenant: string) {
    this.#memory = memory;
    this.#tenant = tenant;
  }

  async live(steps: Step[]): Promise<void> {
    for (const step of steps) {
      if (step.do === "write") await this.#write(step);
      if (step.do === "edit") await this.#edit(step);
      if (step.do === "decide") await this.#decide(step);
      if (step.do === "read") await this.#read(step.channel, step.includeQuarantined);
    }
    await this.#read("private", false);
    await this.#readEdits();
    for (const remembered of this.#remembered) await this.#readAgain(remembered);
  }

  /** Through privileged eyes the past is as it was; for others, without what has been withheld since. */
  async #readAgain({ surface, asked, at, answer }: Remembered): Promise<void> {
    const as = `${surface.name} as of ${at}`;
    const reviewer = {
      ...asked.who,
      role: "reviewer",
      permissions: new Set(rolePermissions.reviewer),
    } as const;
    const through = await surface.read({ ...asked, who: reviewer, asOf: at, seeWithheld: true });
    expect(rounded(withoutGaps(through)), as).toEqual(rounded(answer));
    const then = await surface.read({ ...asked, asOf: at });
    const open = this.#marksOf(visible({ ...asked, channel: asked.channel ?? surface.channel }, asked.ids));
    expect(beyond(marks(then), marks(answer)), as).toEqual([]);
    expect(beyond(marks(then), open), as).toEqual([]);
    if (surface.shows(asked)) {
      expect(sorted(marks(then)), as).toEqual(sorted(marks(answer)).filter((mark) => open.has(mark)));
    }
  }

  get #ann() {
    return human("ann", this.#tenant);
  }

  async #write({ kind, channel, sensitivity }: Extract<Step, { do: "write" }>): Promise<void> {
    const text = this.#newText();
    const ann = this.#ann;
    const { call } = this.#memory;
    const project = { scope: "project", project_id: "p" } as const;
    const event = { session_id: "life", content: project, channel, sensitivity };
    const open = { channel, sensitivity: "none" };
    const writes: [string, Said, () => Promise<string>][] = [
      ["chunk", event, async () => (await call(ann, "recordEvent", message(text, event))).chunk_id!],
      ["chunk", open, async () => (await call(ann, "remember", { text, channel, ...project })).memory_id],
      [
        "decision",
        open,
        async () => (await call(ann, "createDecision", { decision: text, channel })).decision_id,
      ],
      ["task", open, async () => (await call(ann, "createTask", { title: text, channel })).task_id],
      [
        "rule",
        { channel: "public", sensitivity: "none" },
        async () => (await call(ann, "createRule", { content: text })).rule_id,
      ],
    ];
    const [kindName, said, write] = writes[kind % writes.length]!;
    const id = await write();
    this.#model.write(id, kindName, text, 0, said);
    if (kindName === "chunk" && this.#capsule === undefined) await this.#bundle(id);
  }

  async #bundle(id: string): Promise<void> {
    const made = await this.#memory.call(this.#ann, "createCapsule", {
      ...{ subject_type: "project", subject_id: "p", scope: "project", audience_agent_ids: ["reader"] },
      items: { chunks: [id], decisions: [], artifacts: [] },
    });
    this.#capsule = made.capsule_id;
    this.#held = [id];
  }

  async #edit({ on, op, patch, undo, by }: Extract<Step, { do: "edit" }>): Promise<void> {
    const ids = this.#model.ids();
    const id = ids[on % ids.length]!;
    const past = this.#model.appliedTo(id);
    const full = { ...patch };
    if (full.text !== undefined) full.text = this.#newText();
    if (undo !== undefined && past.length > 0) full.edit_id = past[undo % past.length]!;
    const retractedTwice = op === "retract" && this.#model.state(id).retracted;
    const who = by === "human" ? this.#ann : agent("bot", this.#tenant);
    const request = { target_type: "memory", target_id: id, op, patch: full, reason: "because" } as const;
    const asked = this.#memory.call(who, "applyEdit", request);
    if (!this.#model.applies(id, op, full)) return expect(asked).rejects.toMatchObject({ code: "CONFLICT" });
    const made = await asked;
    // What is so already, or is asked for already, is not edited again.
    if (retractedTwice || this.#pending.some(({ editId }) => editId === made.edit_id)) return;
    expect(made.status).toBe(by === "human" ? "approved" : "pending");
    if (by === "human") this.#model.apply(id, { editId: made.edit_id, op, patch: full });
    else this.#pending.push({ editId: made.edit_id, id, op, patch: full });
  }

  async #decide({ which, approve }: Extract<Step, { do: "decide" }>): Promise<void> {
    const [edit] = this.#pending.splice(which % Math.max(this.#pending.length, 1), 1);
    if (!edit) return;
    const operation = approve ? "approveEdit" : "rejectEdit";
    const decided = this.#memory.call(human("rev", this.#tenant), operation, { edit_id: edit.editId });
    if (approve && !this.#model.applies(edit.id, edit.op, edit.patch)) {
      await expect(decided).rejects.toMatchObject({ code: "CONFLICT" });
      this.#pending.push(edit);
      return;
    }
    await decided;
    if (approve) this.#model.apply(edit.id, edit);
  }

  #asked(channel: Channel | undefined, includeQuarantined: boolean): Asked {
    const seen = (id: string) => this.#model.shows(id, channel, includeQuarantined);
    return {
      memory: this.#memory,
      // Agents may not look into quarantine; the capsule is for the one and by the other.
      who: includeQuarantined ? this.#ann : agent("reader", this.#tenant),
      model: this.#model,
      capsule: this.#capsule,
      held: this.#held,
      ids: this.#model.ids(),
      center: this.#model.ids(chunkKinds).find(seen),
      channel,
      includeQuarantined,
      asOf: undefined,
    };
  }

  async #read(channel: Channel | undefined, includeQuarantined: boolean): Promise<void> {
    const asked = this.#asked(channel, includeQuarantined);
    const at = await this.#now();
    for (const surface of surfaces) {
      const answer = await surface.read(asked);
      const must = surface.shows(asked);
      if (must) expect(sorted(marks(answer)), surface.name).toEqual(sorted(this.#marksOf(must)));
      else {
        const allowed = this.#marksOf(
          visible(
            {
              ...asked,
              channel: channel ?? "private",
              includeQuarantined: includeQuarantined && !surface.neverQuarantined,
            },
            this.#model.ids(),
          ),
        );
        expect(beyond(marks(answer), allowed), surface.name).toEqual([]);
        if (allowed.size > 0) expect(marks(answer).size, surface.name).toBeGreaterThan(0);
      }
      if (surface.takesAsOf) this.#remembered.push({ surface, asked, at, answer });
    }
  }

  /** What edits and histories tell an agent is no more than the memories themselves would. */
  async #readEdits(): Promise<void> {
    const reader = agent("reader", this.#tenant);
    const { call } = this.#memory;
    for (const id of this.#model.ids()) {
      const shown = this.#model.shows(id, "private", false) ? this.#marksOf([id]) : new Set<string>();
      const history = await call(reader, "memoryHistory", { memory_id: id, include_original: true });
      expect(sorted(marks(history)), "memoryHistory").toEqual(sorted(shown));
      expect(history.current.edits_applied).toBe(this.#model.state(id).edits);
      const edits = await call(reader, "listEdits", { target_id: id });
      const restore = { target_type: "memory", target_id: id, op: "restore" } as const;
      const preview = await call(reader, "previewEdit", restore);
      expect(beyond(marks([edits, preview]), shown), "listEdits, previewEdit").toEqual([]);
    }
  }

  #marksOf(ids: string[]): Set<string> {
    return marks(ids.map((id) => this.#model.state(id).text));
  }

  async #now(): Promise<string> {
    const [row] = await this.#memory.database.ownerQuery<{ at: string }>(
      `select to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at`,
    );
    return row!.at;
  }

  #newText(): string {
    this.#words += 1;
    return `heron oil${this.#words}oil waded past`;
  }
}
