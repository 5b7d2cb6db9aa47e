import { PalimpsestError } from "@palimpsest/contract";
import { expect, it } from "vitest";
import { retryUnavailable } from "./retry-unavailable.js";

/** Fails so often, then succeeds; tells how often it was tried. */
function failing(times: number, error: Error) {
  const tried = { count: 0 };
  const work = async () => {
    tried.count += 1;
    if (tried.count <= times) throw error;
    return "done";
  };
  return { work, tried };
}

const passing = new PalimpsestError("UNAVAILABLE", "try again", { retryAfter: 0.01 });

it("tries again what may pass", async () => {
  expect(await retryUnavailable(failing(2, passing).work)).toBe("done");
});

it("gives up in the end", async () => {
  const { work, tried } = failing(99, passing);
  await expect(retryUnavailable(work, 3)).rejects.toBe(passing);
  expect(tried.count).toBe(4);
});

it.each([
  new PalimpsestError("UNAVAILABLE", "migrate first"),
  new PalimpsestError("NOT_FOUND", "no"),
  new Error("no"),
])("does not repeat what will fail again: %s", async (error) => {
  const { work, tried } = failing(1, error);
  await expect(retryUnavailable(work)).rejects.toBe(error);
  expect(tried.count).toBe(1);
});
