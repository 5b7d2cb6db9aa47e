import { expect } from "vitest";
import { listCapsules } from "../../../capsules/operations.js";
import { getChunks } from "../../../capture/operations.js";
import type { Principal } from "../../../identity/index.js";
import { contextOf } from "../../../testing/context-of.js";
import type { TestMemory } from "../../../testing/test-memory.js";
import type { People } from "./batch-life.js";
import type { FoldModel, ModelState, View } from "./fold-model.js";
import { type Channel, channels } from "./steps.js";

type Shown = Awaited<ReturnType<typeof getChunks>>;

interface Moment {
  at: string;
  states: Map<string, ModelState>;
  /** What the reviewer was shown. */
  shown: Shown["chunks"];
}

interface Asked {
  channel: Channel | undefined;
  includeQuarantined: boolean;
  asOf?: string;
  seeWithheld?: boolean;
}

const lookups = [undefined, ...channels];
const maxListed = 200;

/** Reads the lives of a batch with many eyes, and compares each answer with the model. */
export class BatchReads {
  /** How often one memory was compared as one reader sees it. */
  compared = 0;
  readonly #memory: TestMemory;
  readonly #model: FoldModel;
  readonly #people: People;
  readonly #moments: Moment[] = [];

  constructor(memory: TestMemory, model: FoldModel, people: People) {
    this.#memory = memory;
    this.#model = model;
    this.#people = people;
  }

  /** Reads everything as it is now, and keeps it to look back at. */
  async remember(round: number): Promise<void> {
    const { reviewer, otherAgent, otherPerson } = this.#people;
    const ids = this.#model.ids();
    const { chunks: shown } = await this.now(reviewer, ids, { channel: "private", includeQuarantined: true });
    const channel = lookups[round % lookups.length];
    const other = round % 2 === 0 ? otherAgent : otherPerson;
    await this.now(other, ids, { channel, includeQuarantined: other === otherPerson });
    await this.#capsules();
    const [row] = await this.#memory.database.ownerQuery<{ at: string }>(
      `select to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at`,
    );
    this.#moments.push({ at: row!.at, states: this.#model.states(), shown });
  }

  async now(who: Principal, ids: string[], asked: Asked): Promise<Shown> {
    const shown = await this.#read(who, ids, asked);
    const view: View = { reader: who.id, ...asked };
    expect(shown.chunks.map(seen), `to ${who.id}`).toEqual(
      ids.filter((id) => this.#model.shows(id, view)).map((id) => this.#wanted(id, this.#model.state(id))),
    );
    return shown;
  }

  /** Looks back at every third moment, at others each time, through privileged eyes and ordinary ones. */
  async lookBack(third: number): Promise<void> {
    const { reviewer, otherAgent, otherPerson } = this.#people;
    for (const [n, moment] of this.#moments.entries()) {
      if (n % 3 !== third % 3) continue;
      const ids = [...moment.states.keys()].filter((id) => this.#model.memory(id).kind !== "capsule");
      const all = { channel: "private", includeQuarantined: true, asOf: moment.at } as const;
      const through = await this.#read(reviewer, ids, { ...all, seeWithheld: true });
      expect(through, `as it was at ${moment.at}`).toEqual({
        chunks: moment.shown,
        withheld: [],
        withheld_count: 0,
      });
      const channel = lookups[(n + third) % lookups.length];
      const other = (n + third) % 2 === 0 ? otherAgent : otherPerson;
      await this.#past(moment, other, ids, { channel, includeQuarantined: other === otherPerson });
    }
  }

  /** The state of then, without what has been withheld since; the gaps are named. */
  async #past({ at, states }: Moment, who: Principal, ids: string[], asked: Asked): Promise<void> {
    const { chunks, withheld, withheld_count } = await this.#read(who, ids, { ...asked, asOf: at });
    const view: View = { reader: who.id, ...asked };
    const then = ids.filter((id) => this.#model.shows(id, view, states.get(id)));
    const gaps = then.flatMap((memory_id) => {
      const reason = this.#model.withheld(memory_id, states.get(memory_id)!, view);
      return reason === undefined ? [] : [{ memory_id, reason }];
    });
    const gone = new Set(gaps.map(({ memory_id }) => memory_id));
    const open = then.filter((id) => !gone.has(id)).map((id) => this.#wanted(id, states.get(id)!));
    const as = `to ${who.id} in ${asked.channel} as of ${at}`;
    expect(chunks.map(seen), as).toEqual(open);
    expect(withheld_count, as).toBe(gaps.length);
    expect(gaps, as).toEqual(expect.arrayContaining(withheld!));
    expect(withheld, as).toHaveLength(Math.min(gaps.length, 100));
  }

  async #read(who: Principal, ids: string[], asked: Asked): Promise<Shown> {
    this.compared += ids.length;
    return getChunks(await contextOf(this.#memory.services, who), {
      chunk_ids: ids,
      channel: asked.channel,
      include_quarantined: asked.includeQuarantined,
      as_of: asked.asOf,
      see_withheld: asked.seeWithheld ?? false,
    });
  }

  #wanted(id: string, { text, importance, quarantined, edits }: ModelState) {
    return { id, text, importance, quarantined, edits };
  }

  /** Capsules as those see them who govern them, and as the agent they are for. */
  async #capsules(): Promise<void> {
    const ids = this.#model.ids(["capsule"]).toSorted().reverse();
    const governed = await this.#listed(this.#people.reviewer, true);
    expect(governed, "capsules that are governed").toEqual(
      ids.slice(0, maxListed).map((id) => this.#capsule(id)),
    );
    const view = { reader: this.#people.otherAgent.id, channel: undefined, includeQuarantined: false };
    const open = ids.filter((id) => this.#model.opens(id, view));
    const handed = await this.#listed(this.#people.otherAgent, false);
    expect(handed, "capsules that are open").toEqual(open.slice(0, maxListed).map((id) => this.#capsule(id)));
    this.compared += ids.length * 2;
  }

  async #listed(who: Principal, all: boolean) {
    const input = { all, mine: false, limit: maxListed };
    const { capsules } = await listCapsules(await contextOf(this.#memory.services, who), input);
    return capsules.map((capsule) => ({
      id: capsule.capsule_id,
      revoked: capsule.status === "revoked",
      retracted: capsule.is_retracted,
      quarantined: capsule.is_quarantined,
      blocked: capsule.blocked_channels,
      items: [...capsule.items.chunks, ...capsule.items.decisions],
    }));
  }

  #capsule(id: string) {
    const { retracted, quarantined, blocked } = this.#model.state(id);
    const { revoked, items = [] } = this.#model.memory(id);
    const opens = !revoked && !retracted && !quarantined;
    // A list names no channel. Nobody who lists here owns what is private.
    const view = { reader: "", channel: undefined, includeQuarantined: false };
    const listed = items.filter((item) => opens && this.#model.shows(item, view));
    return { id, revoked, retracted, quarantined, blocked, items: listed };
  }
}

const seen = (chunk: Shown["chunks"][number]) => ({
  id: chunk.chunk_id,
  text: chunk.text,
  importance: chunk.importance,
  quarantined: chunk.is_quarantined,
  edits: chunk.edits_applied,
});
