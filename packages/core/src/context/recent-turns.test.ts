import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../db/testing/index.js";
import { surgery } from "../governance/testing/surgery.js";
import { message } from "../testing/samples.js";
import { agent, human, openTestMemory, type TestMemory } from "../testing/test-memory.js";

describe.each(engines)("the window of recent turns on $name", (engine) => {
  let memory: TestMemory;
  const [ann, bot] = [human("ann"), agent("bot")];
  beforeAll(async () => {
    memory = await openTestMemory(engine);
  });
  afterAll(() => memory.close());
  const { edit } = surgery(() => memory);

  const say = async (session_id: string, n: number, given: object = {}) => {
    const { chunk_id } = await memory.call(
      ann,
      "recordEvent",
      message(`${session_id} turn ${n}`, { session_id, channel: "public", ...given }),
    );
    return chunk_id!;
  };
  const turns = async (session_id: string, given: object = {}) => {
    const inputs = { session_id, channel: "public" as const, max_tokens: 100_000, ...given };
    return (await memory.call(bot, "buildAcb", inputs)).acb.session.events.map(({ text }) =>
      text.replace(`${session_id} `, ""),
    );
  };
  const numbered = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, at) => `turn ${from + at}`);

  it("stays full when turns are quarantined, retracted, blocked, too sensitive or said elsewhere", async () => {
    const ids: string[] = [];
    for (let n = 1; n <= 30; n++) ids.push(await say("full", n));
    const at = new Date().toISOString();
    expect(await turns("full")).toEqual(numbered(11, 30));
    await edit(ann, ids[29]!, { op: "quarantine" });
    await edit(ann, ids[28]!, { op: "retract" });
    await edit(ann, ids[27]!, { op: "block", patch: { channel: "public" } });
    await say("full", 31, { sensitivity: "high" });
    await say("full", 32, { channel: "private" });
    await say("full", 33, { channel: "private", kind: "tool_call", content: { text: undefined } });
    expect(await turns("full")).toEqual(numbered(8, 27));
    expect(await turns("full", { as_of: at })).toHaveLength(20);
    expect((await turns("full", { channel: "private" })).slice(-3, -1)).toEqual(["turn 31", "turn 32"]);
  });

  it("looks further back where most turns are withheld", async () => {
    for (let n = 1; n <= 5; n++) await say("sparse", n);
    for (let n = 6; n <= 130; n++) await say("sparse", n, { channel: "private" });
    expect(await turns("sparse")).toEqual(numbered(1, 5));
    expect(await turns("nobody")).toEqual([]);
  });

  it("goes past the turns of an agent that floods the session, and tells of no more than a hundred of them", async () => {
    for (let n = 1; n <= 3; n++) await say("flooded", n);
    for (let n = 0; n < 120; n++)
      await memory.call(
        agent("flood"),
        "recordEvent",
        message(`noise ${n}`, { session_id: "flooded", channel: "public" }),
      );
    const { acb } = await memory.call(bot, "buildAcb", { session_id: "flooded", channel: "public" });
    expect(acb.session.events.map(({ text }) => text)).toEqual([
      ...numbered(1, 3).map((turn) => `flooded ${turn}`),
      ...["noise 117", "noise 118", "noise 119"],
    ]);
    expect(acb.omissions.filter(({ section }) => section === "recent_window")).toMatchObject([
      { reason: "writer_cap", count: 100 },
    ]);
  });
});
