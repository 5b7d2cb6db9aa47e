import { expect, test } from "vitest";
import { titleOf } from "./title.js";

const side = { text: "Lunch is at noon.", importance: 0.5, blocked_channels: [] as string[] };

/** The title of an edit that changes the memory in this way. */
const titled = (op: string, after: object = {}, changes: { field: string }[] = []) =>
  titleOf(
    { op, target_type: "chunk", proposed_by: "agent", proposer_id: "b\u001b[2Jot" } as never,
    { before: side, after: { ...side, ...after }, changes } as never,
  );

test("says what each kind of edit does, without escape sequences", () => {
  const bot = "agent b\ufffd[2Jot wants to";
  expect(titled("amend", { text: "Lunch is\nat one." }, [{ field: "text" }])).toBe(
    `${bot} change “Lunch is at noon.” to “Lunch is at one.”`,
  );
  expect(titled("amend", {}, [{ field: "attributes.refs" }])).toBe(
    `${bot} change refs of the chunk “Lunch is at noon.”`,
  );
  expect(titled("retract", { text: null })).toBe(
    `${bot} retract “Lunch is at noon.”, so that no read shows it`,
  );
  expect(titled("attenuate", { importance: 0.2 })).toBe(
    `${bot} change the importance of “Lunch is at noon.” from 0.5 to 0.2`,
  );
  expect(titled("block", { blocked_channels: ["public"] })).toBe(
    `${bot} block “Lunch is at noon.” in the channel public`,
  );
  expect(titled("quarantine")).toContain("into quarantine");
  expect(titled("restore")).toContain("restore “Lunch is at noon.”");
});
