import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../../db/testing/index.js";
import type { Principal } from "../../identity/index.js";
import { admin, human } from "../../testing/test-memory.js";
import { ann, type EventWorld, openEventWorld } from "../testing/event-world.js";

const root = admin();
/** Reads the memory, and no originals. */
const max: Principal = { ...human("max"), permissions: new Set(["memory:read"]) };

describe.each(engines)("the history of an event on $name", (engine) => {
  let world: EventWorld;
  beforeAll(async () => {
    world = await openEventWorld(engine);
  });
  afterAll(() => world.close());

  it("shows words that were taken out of its document only to those who see originals, and says so", async () => {
    const said = "Decision: we sell the bongo to Erin.";
    const made = await world.ingest(`${said} It rains.`, { visibility_scope: "org" });
    await world.work();
    const [event] = (await world.eventsOf(made.artifact_uid)).events;
    const seen = async (who: Principal) => {
      const { current } = await world.memory.call(who, "memoryHistory", { memory_id: event!.event_id });
      const asked = { operation: "memoryHistory", actor_id: who.id, limit: 1 };
      const { entries } = await world.memory.call(root, "listAudit", asked);
      return { text: current.text, audited: entries[0]!.saw_originals };
    };
    expect(await seen(root)).toEqual({ text: said, audited: false });
    await world.memory.call(ann, "applyEdit", {
      ...{ op: "amend", target_id: made.artifact_id, target_type: "memory", reason: "because" },
      patch: { text: "It rains." },
    });
    expect(await seen(root)).toEqual({ text: said, audited: true });
    expect(await seen(max)).toEqual({ text: null, audited: false });
  });
});
