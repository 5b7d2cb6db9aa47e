import type { Op, Patch } from "../../edit.js";

export interface ModelState {
  text: string;
  importance: number;
  retracted: boolean;
  quarantined: boolean;
  amended: boolean;
  blocked: string[];
  edits: number;
}

interface Applied {
  editId: string;
  /** Who proposed it. */
  by: string;
  op: Op;
  patch: Patch;
}

/** What is known of a memory when it is written, and no edit changes. */
export interface Written {
  kind: string;
  /** Who wrote it. */
  owner: string;
  visibility: "tenant" | "private";
  /** Where it was said, and how sensitive it is. */
  channel: string;
  sensitivity: string;
  text: string;
  importance: number;
  /** What a capsule holds, and whom it is for. */
  items?: string[];
  audience?: string;
}

/** Who reads, and how. */
export interface View {
  reader: string;
  channel: string | undefined;
  includeQuarantined: boolean;
  /** They govern capsules that are neither by them nor for them. */
  governs?: boolean;
}

/** What each channel reads by the default policy; without one, anything that is not sensitive. */
const reads: Record<string, { channels: string[]; sensitivities: string[] }> = {
  public: { channels: ["public"], sensitivities: ["none"] },
  team: { channels: ["public", "team"], sensitivities: ["none", "low"] },
  agent: { channels: ["public", "agent"], sensitivities: ["none", "low"] },
  private: { channels: ["public", "team", "agent", "private"], sensitivities: ["none", "low", "high"] },
};
const heardBy = (channel: string | undefined, said: Written): boolean => {
  if (channel === undefined) return said.sensitivity === "none";
  const { channels, sensitivities } = reads[channel]!;
  return channels.includes(said.channel) && sensitivities.includes(said.sensitivity);
};

interface Remembered extends Written {
  applied: Applied[];
  revoked: boolean;
}

/** What the database must show, said in the plainest way: the edits one after the other, in a list. */
export class FoldModel {
  readonly #memories = new Map<string, Remembered>();

  write(id: string, memory: Written): void {
    const importance = Math.fround(memory.importance);
    this.#memories.set(id, { ...memory, importance, applied: [], revoked: false });
  }

  apply(id: string, edit: Applied): void {
    this.#memories.get(id)!.applied.push(edit);
  }

  revoke(id: string): void {
    this.#memories.get(id)!.revoked = true;
  }

  memory(id: string): Readonly<Remembered> {
    return this.#memories.get(id)!;
  }

  /** Everything but capsules, or that of these kinds. */
  ids(kinds?: string[]): string[] {
    const wanted = (kind: string) => kinds?.includes(kind) ?? kind !== "capsule";
    return [...this.#memories].filter(([, m]) => wanted(m.kind)).map(([id]) => id);
  }

  all(): string[] {
    return [...this.#memories.keys()];
  }

  appliedTo(id: string): string[] {
    return this.#memories.get(id)!.applied.map(({ editId }) => editId);
  }

  /** Whether an edit could change anything: what is retracted is not amended, what was undone is not restored. */
  applies(id: string, op: Op, patch: Patch): boolean {
    if (op === "amend") return !this.state(id).retracted;
    return op !== "restore" || this.undone(id, patch).length > 0;
  }

  /** The edits in force that a restore with this patch takes back. */
  undone(id: string, patch: Patch): Applied[] {
    return this.#live(id).filter((edit) => undoes(patch, edit));
  }

  #live(id: string): Applied[] {
    let live: Applied[] = [];
    for (const edit of this.#memories.get(id)!.applied) {
      if (edit.op === "restore") live = live.filter((earlier) => !undoes(edit.patch, earlier));
      else live.push(edit);
    }
    return live;
  }

  state(id: string): ModelState {
    const { text, importance, applied } = this.#memories.get(id)!;
    const state: ModelState = {
      text,
      importance,
      retracted: false,
      quarantined: false,
      amended: false,
      blocked: [],
      edits: applied.length,
    };
    let weight = importance;
    for (const { op, patch } of this.#live(id)) {
      if (op === "retract") state.retracted = true;
      if (op === "quarantine") state.quarantined = true;
      if (op === "block") state.blocked.push(patch.channel!);
      if (patch.text !== undefined) Object.assign(state, { text: patch.text, amended: true });
      if (patch.importance !== undefined) weight = patch.importance;
      if (patch.importance_delta !== undefined) weight += patch.importance_delta;
    }
    state.blocked = [...new Set(state.blocked)].sort();
    state.importance = Math.min(1, Math.max(0, weight));
    return state;
  }

  isVisible(id: string, reader: string): boolean {
    const { owner, visibility } = this.#memories.get(id)!;
    return visibility === "tenant" || owner === reader;
  }

  /** Whether a read shows the memory, now or in a state that it had. */
  shows(id: string, view: View, state = this.state(id)): boolean {
    return (
      this.isVisible(id, view.reader) &&
      heardBy(view.channel, this.#memories.get(id)!) &&
      !state.retracted &&
      !isBlocked(state, view) &&
      (view.includeQuarantined || !state.quarantined)
    );
  }

  /** Whether a capsule shows its items. One block closes it where no channel is named, for its audience. */
  opens(id: string, view: View): boolean {
    const { owner, audience, revoked } = this.#memories.get(id)!;
    const state = this.state(id);
    if (revoked || state.retracted || state.quarantined) return false;
    return view.governs || owner === view.reader || (audience === view.reader && !isBlocked(state, view));
  }

  /**
   * What rolling back all that one principal wrote finds, and what of it there is to edit: also what is private, and what
   * only the writer itself has hidden.
   */
  rollback(writer: string, op: "retract" | "quarantine"): { matched: string[]; edited: string[] } {
    const matched = this.all().filter((id) => this.memory(id).owner === writer);
    const isTaken = (edit: Applied) => edit.by !== writer && (edit.op === "retract" || edit.op === op);
    const edited = matched.filter((id) => !this.#live(id).some(isTaken));
    return { matched, edited };
  }

  /** The same for undoing that, which brings back words, and so takes what those who do it may read. */
  undoing(writer: string, patch: Patch): { matched: string[]; edited: string[] } {
    const matched = [...this.#memories].flatMap(([id, { owner, revoked, kind, visibility }]) =>
      owner === writer && !revoked && (kind === "capsule" || visibility === "tenant") ? [id] : [],
    );
    return { matched, edited: matched.filter((id) => this.applies(id, "restore", patch)) };
  }

  /** How many edits and revocations there were: while it is the same, nothing that was shown has changed. */
  changes(): number {
    return this.all().reduce(
      (sum, id) => sum + this.memory(id).applied.length + Number(this.memory(id).revoked),
      0,
    );
  }

  /** The states of all memories, to look back at. */
  states(): Map<string, ModelState> {
    return new Map(this.all().map((id) => [id, this.state(id)]));
  }

  /** Why an ordinary reader may not see again what it saw in that state; undefined if it may. */
  withheld(id: string, then: ModelState, view: View): string | undefined {
    const now = this.state(id);
    if (now.retracted) return "retracted";
    if (now.quarantined && !view.includeQuarantined) return "quarantined";
    if (isBlocked(now, view)) return "blocked";
    return now.text === then.text ? undefined : "amended";
  }
}

const isBlocked = ({ blocked }: ModelState, { channel }: View): boolean =>
  channel === undefined ? blocked.length > 0 : blocked.includes(channel);

function undoes(restore: Patch, { editId, op, patch }: Applied): boolean {
  return (
    (restore.op === undefined || restore.op === op) &&
    (restore.channel === undefined || restore.channel === patch.channel) &&
    (restore.edit_id === undefined || restore.edit_id === editId)
  );
}
