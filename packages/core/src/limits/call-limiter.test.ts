import { expect, it } from "vitest";
import type { Rate } from "../services.js";
import { callLimiter } from "./call-limiter.js";

const limit = { name: "read", requests: 3, seconds: 60 };

it("takes so many calls in a window, then says how long to wait, then takes as many again", () => {
  let now = 1_000;
  const limiter = callLimiter(() => now);
  const rates: Rate[] = [];
  const call = (caller = "ann", given = limit) =>
    limiter.enter(caller, given, 9, (rate) => rates.push(rate))();
  for (let at = 0; at < 3; at++) call();
  now += 20_500;
  expect(call).toThrowError(expect.objectContaining({ code: "RATE_LIMIT", retryAfter: 40 }));
  expect(rates.map(({ limit: most, remaining }) => [most, remaining])).toEqual([
    [3, 2],
    [3, 1],
    [3, 0],
    [3, 0],
  ]);
  expect(rates[3]!.resetAt - Date.now() / 1_000).toBeLessThanOrEqual(41);
  call("bob");
  call("ann", { ...limit, name: "write" });
  now += 39_500;
  call();
  expect(rates.at(-1)).toMatchObject({ remaining: 2 });
});

it("lets so many run at once, and another when one has ended", () => {
  const limiter = callLimiter();
  const enter = (caller: string) => limiter.enter(caller, { ...limit, requests: 100 }, 2);
  const leave = enter("ann");
  enter("ann");
  expect(() => enter("ann")).toThrowError(expect.objectContaining({ code: "RATE_LIMIT", retryAfter: 1 }));
  enter("bob");
  leave();
  enter("ann");
  expect(() => enter("ann")).toThrowError(expect.objectContaining({ code: "RATE_LIMIT" }));
});
