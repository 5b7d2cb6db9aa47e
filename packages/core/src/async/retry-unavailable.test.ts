import { PalimpsestError } from "@palimpsest/contract";
import { expect, it } from "vitest";
import { retryUnavailable } from "./retry-unavailable.js";

/** Work that fails so often before it succeeds, and how often it was tried. */
function failing(times: number, error: Error) {
  const calls = { count: 0 };
  const work = async () => {
    calls.count += 1;
    if (calls.count <= times) throw error;
    return "done";
  };
  return { work, calls };
}

const temporary = new PalimpsestError("UNAVAILABLE", "try again", { retryAfter: 0.01 });

it("retries while something is unavailable", async () => {
  expect(await retryUnavailable(failing(2, temporary).work)).toBe("done");
});

it("gives up after the given number of attempts", async () => {
  const { work, calls } = failing(99, temporary);
  await expect(retryUnavailable(work, 4)).rejects.toBe(temporary);
  expect(calls.count).toBe(4);
});

it.each([
  new PalimpsestError("UNAVAILABLE", "migrate first"),
  new PalimpsestError("NOT_FOUND", "no"),
  new Error("no"),
])("does not repeat what will fail again: %s", async (error) => {
  const { work, calls } = failing(1, error);
  await expect(retryUnavailable(work)).rejects.toBe(error);
  expect(calls.count).toBe(1);
});
