import { expect, it } from "vitest";
import { PalimpsestClientError } from "./client-error.js";
import { delayBefore } from "./retry.js";

const failed = (retryAfter?: number) =>
  new PalimpsestClientError("UNAVAILABLE", "try again", { status: 503, retryAfter });
const [least, most] = [() => 0, () => 1];

it("waits at least as long as the server asks", () => {
  expect(delayBefore(0, failed(3), least)).toBe(3_000);
  expect(delayBefore(0, failed(3), most)).toBe(3_200);
});

it("gives up if the server asks for more than half a minute", () => {
  expect(delayBefore(0, failed(31))).toBeUndefined();
});

it("doubles its own delay with each attempt, up to 5 seconds", () => {
  expect([0, 1, 2, 9].map((attempt) => delayBefore(attempt, failed(), most))).toEqual([200, 400, 800, 5_000]);
  expect(delayBefore(2, failed(), least)).toBe(400);
});
