import type { Op, Patch } from "../edit.js";

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
  op: Op;
  patch: Patch;
}

/** Where a memory was said, and how sensitive it is. */
export interface Said {
  channel: string;
  sensitivity: string;
}

/** What each channel reads by the default policy; without one, anything that is not sensitive. */
const reads: Record<string, { channels: string[]; sensitivities: string[] }> = {
  public: { channels: ["public"], sensitivities: ["none"] },
  team: { channels: ["public", "team"], sensitivities: ["none", "low"] },
  agent: { channels: ["public", "agent"], sensitivities: ["none", "low"] },
  private: { channels: ["public", "team", "agent", "private"], sensitivities: ["none", "low", "high"] },
};
const heardBy = (channel: string | undefined, said: Said): boolean => {
  if (channel === undefined) return said.sensitivity === "none";
  const { channels, sensitivities } = reads[channel]!;
  return channels.includes(said.channel) && sensitivities.includes(said.sensitivity);
};

interface Remembered {
  kind: string;
  said: Said;
  text: string;
  importance: number;
  applied: Applied[];
}

/** What the database must show, said in the plainest way: the edits one after the other, in a list. */
export class FoldModel {
  readonly #memories = new Map<string, Remembered>();

  write(
    id: string,
    kind: string,
    text: string,
    importance: number,
    said: Said = { channel: "private", sensitivity: "none" },
  ): void {
    this.#memories.set(id, { kind, said, text, importance: Math.fround(importance), applied: [] });
  }

  apply(id: string, edit: Applied): void {
    this.#memories.get(id)!.applied.push(edit);
  }

  ids(kinds?: string[]): string[] {
    return [...this.#memories].filter(([, m]) => !kinds || kinds.includes(m.kind)).map(([id]) => id);
  }

  appliedTo(id: string): string[] {
    return this.#memories.get(id)!.applied.map(({ editId }) => editId);
  }

  /** Whether an edit could change anything: what is retracted is not amended, what was undone is not restored. */
  applies(id: string, op: Op, patch: Patch): boolean {
    if (op === "amend") return !this.state(id).retracted;
    return op !== "restore" || this.#live(id).some((edit) => undoes(patch, edit));
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

  /** Whether a read in this channel shows the memory. */
  shows(id: string, channel: string | undefined, includeQuarantined: boolean): boolean {
    const { retracted, quarantined, blocked } = this.state(id);
    const free = channel === undefined ? blocked.length === 0 : !blocked.includes(channel);
    const heard = heardBy(channel, this.#memories.get(id)!.said);
    return heard && !retracted && free && (includeQuarantined || !quarantined);
  }
}

function undoes(restore: Patch, { editId, op, patch }: Applied): boolean {
  return (
    (restore.op === undefined || restore.op === op) &&
    (restore.channel === undefined || restore.channel === patch.channel) &&
    (restore.edit_id === undefined || restore.edit_id === editId)
  );
}
