import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Deadline } from "./deadline.js";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const never = new Promise<string>(() => undefined);

it("answers for work that takes too long, which can then write nothing", async () => {
  const deadline = new Deadline(3);
  const late = expect(deadline.within(never)).rejects.toMatchObject({ code: "UNAVAILABLE", status: 503 });
  await vi.advanceTimersByTimeAsync(3_000);
  await late;
  expect(() => deadline.settle()).toThrow("longer than 3 s");
});

it("waits for what is being committed", async () => {
  const deadline = new Deadline(3);
  let commit = (_: string) => {};
  const answer = deadline.within(
    new Promise<string>((resolve) => {
      commit = resolve;
    }),
  );
  deadline.settle();
  await vi.advanceTimersByTimeAsync(10_000);
  commit("done");
  expect(await answer).toBe("done");
});

it("leaves work without a limit alone", async () => {
  const deadline = new Deadline(undefined);
  expect(await deadline.within(Promise.resolve("done"))).toBe("done");
  deadline.settle();
});
