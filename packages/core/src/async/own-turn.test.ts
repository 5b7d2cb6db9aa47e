import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, it } from "vitest";
import { ownTurn } from "./own-turn.js";

it("gives each of several that wait a turn of its own", async () => {
  let turn = 0;
  const turns = new Set<number>();
  const waiting = Array.from({ length: 5 }, async () => {
    await ownTurn();
    turns.add(turn);
  });
  let done = false;
  const all = Promise.all(waiting).then(() => {
    done = true;
  });
  for (; !done; turn++) await nextTurn();
  await all;
  expect(turns.size).toBe(5);
});
