import { rolePermissions } from "@palimpsest/contract";
import { expect } from "vitest";
import { governsCapsules } from "../../../capsules/governs.js";
import type { Principal } from "../../../identity/index.js";
import type { TestMemory } from "../../../testing/test-memory.js";
import type { People } from "./batch-life.js";
import type { FoldModel } from "./fold-model.js";
import type { Reader, StepOf, Writer } from "./steps.js";
import { type Asked, chunkKinds, type Surface, surfaces, viewOf, visible } from "./surfaces.js";

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
const withoutGaps = (answer: unknown): unknown =>
  JSON.parse(JSON.stringify(answer), (key, value) => (key.startsWith("withheld") ? undefined : value));

interface Remembered {
  surface: Surface;
  asked: Asked;
  at: string;
  answer: unknown;
}

/** The question as a surface takes it: in a channel, and without quarantine where it cannot be asked for. */
const asOn = (surface: Surface, asked: Asked, channel: Asked["channel"]): Asked => ({
  ...asked,
  channel,
  includeQuarantined: asked.includeQuarantined && !surface.neverQuarantined,
});

/** The capsules that were made for the reader and are open to it. */
const handed = (asked: Asked): string[] =>
  asked.capsules.filter(
    (id) =>
      asked.model.memory(id).audience === asked.who.id &&
      asked.model.opens(id, { ...viewOf(asked), governs: false }),
  );

/** Reads a life through every surface, and compares each answer with the model. */
export class SurfaceReads {
  /** How many answers were compared. */
  compared = 0;
  readonly #memory: TestMemory;
  readonly #model: FoldModel;
  readonly #people: People;
  readonly #writers: Record<Writer, Principal>;
  readonly #remembered: Remembered[] = [];
  readonly #bundles: { id: string; changes: number }[] = [];

  constructor(memory: TestMemory, model: FoldModel, people: People, writers: Record<Writer, Principal>) {
    this.#memory = memory;
    this.#model = model;
    this.#people = people;
    this.#writers = writers;
  }

  async lookBack(): Promise<void> {
    for (const remembered of this.#remembered) await this.#readAgain(remembered);
  }

  /** A bundle replays as it was if nothing was changed since; else each difference has a cause. */
  async replay(): Promise<void> {
    for (const { id, changes } of this.#bundles) {
      const { identical, causes } = await this.#memory.call(this.#people.reviewer, "replayAcb", {
        acb_id: id,
      });
      this.compared += 1;
      if (changes === this.#model.changes()) expect(identical, `replay of ${id}`).toBe(true);
      expect(identical || causes.length > 0, `causes of ${id}`).toBe(true);
    }
  }

  /** Through privileged eyes the past is as it was; for others, without what has been withheld since. */
  async #readAgain({ surface, asked, at, answer }: Remembered): Promise<void> {
    this.compared += 2;
    const as = `${surface.name} as of ${at}`;
    const reviewer = {
      ...asked.who,
      role: "reviewer",
      permissions: new Set(rolePermissions.reviewer),
    } as const;
    if (!surface.governed || governsCapsules(asked.who)) {
      const through = await surface.read({ ...asked, who: reviewer, asOf: at, seeWithheld: true });
      expect(rounded(withoutGaps(through)), as).toEqual(rounded(answer));
    }
    const then = await surface.read({ ...asked, asOf: at });
    const inChannel = asOn(surface, asked, asked.channel ?? surface.channel);
    const open = this.#marksOf(
      surface.governed ? surface.shows(asked)! : [...visible(inChannel, asked.ids), ...handed(inChannel)],
    );
    expect(beyond(marks(then), marks(answer)), as).toEqual([]);
    expect(beyond(marks(then), open), as).toEqual([]);
    if (surface.shows(asked)) {
      expect(sorted(marks(then)), as).toEqual(sorted(marks(answer)).filter((mark) => open.has(mark)));
    }
  }

  #asked({ reader, channel, includeQuarantined }: Omit<StepOf<"read">, "do">): Asked {
    const { otherAgent, otherPerson } = this.#people;
    const readers: Record<Reader, Principal> = {
      ...this.#writers,
      ...{ "other agent": otherAgent, "other person": otherPerson },
    };
    const asked: Asked = {
      memory: this.#memory,
      who: readers[reader],
      model: this.#model,
      ids: this.#model.ids(),
      capsules: this.#model.ids(["capsule"]),
      center: undefined,
      channel,
      // Agents may not look into quarantine.
      includeQuarantined: includeQuarantined && readers[reader].type === "human",
      asOf: undefined,
    };
    return { ...asked, center: visible(asked, this.#model.ids(chunkKinds))[0] };
  }

  async read(step: StepOf<"read">): Promise<void> {
    const asked = this.#asked(step);
    const at = await this.#now();
    for (const surface of surfaces) {
      const answer = await surface.read(asked);
      this.compared += 1;
      const id = (answer as { acb?: { acb_id: string } }).acb?.acb_id;
      if (id !== undefined) this.#bundles.push({ id, changes: this.#model.changes() });
      const must = surface.shows(asked);
      if (must) expect(sorted(marks(answer)), surface.name).toEqual(sorted(this.#marksOf(must)));
      else {
        const inContext = asOn(surface, asked, asked.channel ?? "private");
        const open = visible(inContext, asked.ids);
        const allowed = this.#marksOf([...open, ...handed(inContext)]);
        expect(beyond(marks(answer), allowed), surface.name).toEqual([]);
        // A rule in quarantine is in force for nobody, whatever they ask for.
        const isIdle = (id: string) =>
          this.#model.memory(id).kind === "rule" && this.#model.state(id).quarantined;
        if (!open.every(isIdle)) expect(marks(answer).size, surface.name).toBeGreaterThan(0);
      }
      if (surface.takesAsOf) this.#remembered.push({ surface, asked, at, answer });
    }
  }

  /** What edits and histories tell an agent is no more than the memories themselves would. */
  async readEdits(): Promise<void> {
    const reader = this.#people.otherAgent;
    const { call } = this.#memory;
    for (const id of this.#model.ids()) {
      const view = { reader: reader.id, channel: "private", includeQuarantined: false };
      if (!this.#model.isVisible(id, reader.id)) continue;
      const shown = this.#model.shows(id, view) ? this.#marksOf([id]) : new Set<string>();
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
}
