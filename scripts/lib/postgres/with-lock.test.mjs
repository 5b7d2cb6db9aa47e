import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { withLock } from "./with-lock.mjs";

test.runIf(process.platform === "linux")("two holders of one path never overlap", async () => {
  const path = `/tmp/with-lock-test-${process.pid}`;
  let inside = 0;
  let most = 0;
  const work = async () => {
    inside += 1;
    most = Math.max(most, inside);
    await sleep(50);
    inside -= 1;
  };
  await Promise.all([1, 2, 3].map(() => withLock(path, () => {}, work)));
  expect(most).toBe(1);
});

test.runIf(process.platform === "linux")("a failure inside frees the lock", async () => {
  const path = `/tmp/with-lock-failure-${process.pid}`;
  const failing = withLock(
    path,
    () => {},
    () => Promise.reject(new Error("broken")),
  );
  await expect(failing).rejects.toThrow("broken");
  await expect(
    withLock(
      path,
      () => {},
      async () => "free",
    ),
  ).resolves.toBe("free");
});
