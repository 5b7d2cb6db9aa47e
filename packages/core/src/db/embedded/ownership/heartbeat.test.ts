import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, expect, it } from "vitest";
import { names } from "./generations.js";
import { beat, firstBeat, isBeating } from "./heartbeat.js";

let place: string;
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), "palimpsest-beat-"));
  writeFileSync(join(place, names.heartbeat), firstBeat);
});
afterEach(() => rmSync(place, { recursive: true }));

/** Holds this process up, as a file server does that does not answer. */
const stall = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

it("finds that an owner lives that was held up together with the one who watches", async () => {
  const watched = isBeating(place, 1_000, () => false);
  await sleep(50);
  stall(1_500);
  await sleep(300);
  await beat(place, 1);
  expect(await watched).toBe(true);
});

it("finds that an owner is dead after the time", async () => {
  const began = performance.now();
  expect(await isBeating(place, 500, () => false)).toBe(false);
  expect(performance.now() - began).toBeGreaterThan(480);
});

it("stops looking when there is something else to look at", async () => {
  expect(await isBeating(place, 10_000, () => true)).toBeUndefined();
});
