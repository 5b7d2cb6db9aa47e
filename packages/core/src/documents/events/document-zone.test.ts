import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../../db/testing/index.js";
import { ann, type EventWorld, openEventWorld } from "../testing/event-world.js";

const content = "Ben will send the papers by Friday 17:00.";

describe.each(engines)("hours in documents on $name", (engine) => {
  let world: EventWorld;
  beforeAll(async () => {
    world = await openEventWorld(engine);
  });
  afterAll(() => world.close());

  it.each([
    // A Monday everywhere.
    [{ document_date: "2026-03-02T10:00:00Z" }, "2026-03-06T17:00:00.000Z"],
    [{ document_date: "2026-03-02T10:00:00+09:00" }, "2026-03-06T08:00:00.000Z"],
    [{ document_date: "2026-03-02", ts: "2026-03-09T10:00:00-05:00" }, "2026-03-06T22:00:00.000Z"],
    [{ document_date: undefined, ts: "2026-03-02T23:30:00-05:00" }, "2026-03-06T22:00:00.000Z"],
    // Still Saturday in UTC, and Friday is the next one from Sunday.
    [{ document_date: "2026-03-08T05:00:00+09:00" }, "2026-03-13T08:00:00.000Z"],
  ])("are on the clock of %j", async (dates, due) => {
    const { artifact_uid } = await world.ingest(content, { ...dates, source_id: JSON.stringify(dates) });
    await world.work();
    expect((await world.eventsOf(artifact_uid)).events).toMatchObject([{ event_time: due }]);
  });

  it("leave the times of the document in UTC, and equal ones equal", async () => {
    const dates = { document_date: "2026-03-02T10:00:00+09:00", ts: "2026-03-02T09:00:00+09:00" };
    const { artifact_uid } = await world.ingest("A.", { ...dates, source_id: "zones" });
    expect(await world.memory.call(ann, "getArtifact", { artifact_id: artifact_uid })).toMatchObject({
      ...{ document_date: "2026-03-02T01:00:00.000Z", ts: "2026-03-02T00:00:00.000Z" },
    });
    const same = { document_date: "2026-03-02T01:00:00Z", ts: "2026-03-02T00:00:00.000Z" };
    expect(await world.ingest("A.", { ...same, source_id: "zones" })).toMatchObject({
      status: "unchanged",
      ignored_fields: [],
    });
  });
});
