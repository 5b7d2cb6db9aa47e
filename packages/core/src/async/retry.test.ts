import { expect, it } from "vitest";
import { retry } from "./retry.js";

/** Work that fails so often before it succeeds, and how often it was tried. */
function failing(times: number) {
  const calls = { count: 0 };
  const work = async () => {
    calls.count += 1;
    if (calls.count <= times) throw new Error(`failure ${calls.count}`);
    return "done";
  };
  return { work, calls };
}

it("tries again until the work succeeds, and says how often it has failed", async () => {
  const { work, calls } = failing(2);
  const failures: number[] = [];
  const delayMs = (_: unknown, count: number) => {
    failures.push(count);
    return 0;
  };
  expect(await retry(work, { attempts: 5, delayMs })).toBe("done");
  expect([calls.count, failures]).toEqual([3, [1, 2]]);
});

it("throws the last error when no attempt is left", async () => {
  const { work, calls } = failing(9);
  await expect(retry(work, { attempts: 3, delayMs: () => 0 })).rejects.toThrow("failure 3");
  expect(calls.count).toBe(3);
});

it("does not try again after an error without a delay", async () => {
  const { work, calls } = failing(1);
  await expect(retry(work, { attempts: 3, delayMs: () => undefined })).rejects.toThrow("failure 1");
  expect(calls.count).toBe(1);
});

it("ends a wait when it is cancelled", async () => {
  const { work } = failing(1);
  const cancel = new AbortController();
  const delayMs = () => {
    queueMicrotask(() => cancel.abort());
    return 60_000;
  };
  const retried = retry(work, { attempts: 2, delayMs, signal: cancel.signal });
  await expect(retried).rejects.toMatchObject({ name: "AbortError" });
});
