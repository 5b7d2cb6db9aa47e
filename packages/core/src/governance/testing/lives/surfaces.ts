import { PalimpsestError } from "@palimpsest/contract";
import { governsCapsules } from "../../../capsules/governs.js";
import type { Principal } from "../../../identity/index.js";
import type { TestMemory } from "../../../testing/test-memory.js";
import type { FoldModel, View } from "./fold-model.js";
import type { Channel } from "./steps.js";

/** A read as it is asked for, in a tenant that holds nothing but one life. */
export interface Asked {
  memory: TestMemory;
  who: Principal;
  model: FoldModel;
  /** The memories there were, and one that could be seen, when it was asked. */
  ids: string[];
  capsules: string[];
  center: string | undefined;
  channel: Channel | undefined;
  includeQuarantined: boolean;
  asOf: string | undefined;
  seeWithheld?: boolean;
}

export interface Surface {
  name: string;
  read(asked: Asked): Promise<unknown>;
  /** The memories it must show, all of them; undefined where it may choose among those that may be shown. */
  shows(asked: Asked): string[] | undefined;
  takesAsOf: boolean;
  /** The channel that it reads for if none is named. */
  channel?: Channel;
  /** Those who govern see more of it than others, so nobody else looks through the eyes of a reader of then. */
  governed?: true;
  /** It has no way to ask for quarantined memories. */
  neverQuarantined?: true;
}

const everyKind = ["chunk", "decision", "task", "rule"];
export const chunkKinds = ["chunk", "decision", "task"];
const year = 31_536_000;

export const viewOf = ({ who, channel, includeQuarantined }: Asked): View => ({
  reader: who.id,
  governs: governsCapsules(who),
  channel,
  includeQuarantined,
});
export const visible = (asked: Asked, ids: string[]): string[] =>
  ids.filter((id) => asked.model.shows(id, viewOf(asked)));
const ofKinds = (kinds: string[]) => (asked: Asked) => visible(asked, asked.model.ids(kinds));
const listed = (kind: string) => (asked: Asked) => ofKinds([kind])({ ...asked, includeQuarantined: false });
const then = ({ asOf, seeWithheld }: Asked) => ({ as_of: asOf, see_withheld: seeWithheld });
const filters = (asked: Asked) => ({
  channel: asked.channel,
  include_quarantined: asked.includeQuarantined,
  ...then(asked),
});
const inChannel = (asked: Asked) => ({ channel: asked.channel, ...then(asked), limit: 200 });

const build = (a: Asked) => {
  const { channel = "private", ...rest } = filters(a);
  return a.memory.call(a.who, "buildAcb", {
    session_id: "life",
    project_id: "p",
    query: "heron",
    channel,
    ...rest,
  });
};

const openedOrNot = (a: Asked, capsule_id: string) =>
  a.memory
    .call(a.who, "getCapsule", { capsule_id, channel: a.channel, ...then(a) })
    .catch((error: unknown) => {
      if (error instanceof PalimpsestError && error.code === "NOT_FOUND") return "not found";
      throw error;
    });
/** What capsules show that are open to the reader. */
const itemsOf = (asked: Asked): string[] => {
  const { model } = asked;
  const held = asked.capsules
    .filter((id) => model.opens(id, viewOf(asked)))
    .flatMap((id) => model.memory(id).items!);
  return visible({ ...asked, includeQuarantined: false }, held);
};

/** Every operation that shows memories, asked so that it shows all it may. */
export const surfaces: Surface[] = [
  {
    name: "searchChunks",
    read: (a) => a.memory.call(a.who, "searchChunks", { query: "heron", limit: 50, ...filters(a) }),
    shows: ofKinds(chunkKinds),
    takesAsOf: true,
  },
  {
    name: "recall",
    read: (a) => {
      const { channel = "private", ...rest } = filters(a);
      return a.memory.call(a.who, "recall", { query: "heron", limit: 50, channel, ...rest });
    },
    shows: (a) => ofKinds(everyKind)({ ...a, channel: a.channel ?? "private" }),
    takesAsOf: true,
    channel: "private",
  },
  {
    name: "listMemories",
    read: async (a) => {
      const list = (state: "live" | "quarantined") =>
        a.memory.call(a.who, "listMemories", { channel: a.channel ?? "private", state, limit: 200 });
      return [await list("live"), a.includeQuarantined ? await list("quarantined") : {}];
    },
    shows: (a) => ofKinds(everyKind)({ ...a, channel: a.channel ?? "private" }),
    takesAsOf: false,
    channel: "private",
  },
  {
    name: "getChunks",
    read: (a) => a.memory.call(a.who, "getChunks", { chunk_ids: a.ids, ...filters(a) }),
    shows: ofKinds(chunkKinds),
    takesAsOf: true,
  },
  {
    name: "chunkTimeline",
    read: async (a) => {
      if (a.center === undefined) return {};
      return a.memory.call(a.who, "chunkTimeline", {
        chunk_id: a.center,
        window_seconds: year,
        ...filters(a),
      });
    },
    shows: ofKinds(chunkKinds),
    takesAsOf: true,
  },
  {
    name: "listDecisions",
    read: (a) => a.memory.call(a.who, "listDecisions", inChannel(a)),
    shows: listed("decision"),
    takesAsOf: true,
    neverQuarantined: true,
  },
  {
    name: "listTasks",
    read: (a) => a.memory.call(a.who, "listTasks", inChannel(a)),
    shows: listed("task"),
    takesAsOf: true,
    neverQuarantined: true,
  },
  {
    name: "listRules",
    read: (a) => a.memory.call(a.who, "listRules", inChannel(a)),
    shows: listed("rule"),
    takesAsOf: true,
    neverQuarantined: true,
  },
  {
    name: "getCapsule",
    read: async (a) => {
      const found: unknown[] = [];
      for (const capsule_id of a.capsules) found.push(await openedOrNot(a, capsule_id));
      return found;
    },
    shows: itemsOf,
    takesAsOf: true,
    governed: true,
  },
  {
    name: "buildAcb",
    read: build,
    shows: () => undefined,
    takesAsOf: false,
  },
  {
    name: "the sections of buildAcb",
    read: async (a) => {
      const { sections, active_decisions, active_tasks } = (await build(a)).acb;
      const items = sections.map(({ name, items }) => [
        name,
        items.map(({ memory_id, text }) => [memory_id, text]),
      ]);
      return { items, active_decisions, active_tasks };
    },
    shows: () => undefined,
    takesAsOf: true,
    channel: "private",
  },
  {
    name: "context",
    read: (a) =>
      a.memory.call(a.who, "context", {
        query: "heron",
        project_id: "p",
        channel: a.channel ?? "private",
        ...then(a),
      }),
    shows: () => undefined,
    takesAsOf: false,
    neverQuarantined: true,
  },
];
