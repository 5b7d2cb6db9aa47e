import { expect, test } from "vitest";
import { newGate } from "../../../packages/core/src/testing/gate.ts";
import { withLock } from "./with-lock.mjs";

test.runIf(process.platform === "linux")("a second holder waits until the first is done", async () => {
  const path = `/tmp/with-lock-test-${process.pid}`;
  const [waiting, end] = [newGate(), newGate()];
  const order = [];
  const first = withLock(
    path,
    () => {},
    async () => {
      await end.passed;
      order.push("first");
    },
  );
  const second = withLock(path, waiting.open, async () => order.push("second"));
  await waiting.passed;
  expect(order).toEqual([]);
  end.open();
  await Promise.all([first, second]);
  expect(order).toEqual(["first", "second"]);
});

test.runIf(process.platform === "linux")("a holder that fails frees the lock", async () => {
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
