import { expect, it } from "vitest";
import { inTurn } from "./in-turn.js";

it("runs work of one key in the order of the calls, also after a failure, and work of other keys beside it", async () => {
  const done: string[] = [];
  let open = () => {};
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  const first = inTurn("a", async () => {
    await gate;
    done.push("first");
    throw new Error("broken");
  });
  const second = inTurn("a", async () => done.push("second"));
  await inTurn("b", async () => done.push("other"));
  expect(done).toEqual(["other"]);
  open();
  await expect(first).rejects.toThrow("broken");
  await second;
  expect(done).toEqual(["other", "first", "second"]);
});
