import { expect, it } from "vitest";
import { allInOrder } from "./all-in-order.js";

it("gives all results in their order", async () => {
  expect(await allInOrder(Promise.resolve(1), Promise.resolve("two"))).toEqual([1, "two"]);
});

it("throws the error of the first in their order, once all have ended", async () => {
  let ended = false;
  const late = new Promise((_, reject) => setImmediate(() => reject(new Error("first in order"))));
  const soon = Promise.reject(new Error("first in time"));
  const last = late.catch(() => {
    ended = true;
  });
  await expect(allInOrder(late, soon, last)).rejects.toThrow("first in order");
  expect(ended).toBe(true);
});
