import { Writable } from "node:stream";
import { expect, test } from "vitest";
import { droppingDestination } from "./dropping-destination.js";

/** A stream that takes nothing until it is told to. */
function slowStream() {
  const taken: string[] = [];
  const waiting: (() => void)[] = [];
  let open = false;
  const stream = new Writable({
    highWaterMark: 10,
    decodeStrings: false,
    write: (chunk: string, _, done) => {
      taken.push(chunk);
      if (open) done();
      else waiting.push(done);
    },
  });
  const read = () => {
    open = true;
    for (const done of waiting.splice(0)) done();
  };
  return { stream, taken, read };
}

test("drops lines past its limit instead of holding them, and says how many when they are read again", async () => {
  const { stream, taken, read } = slowStream();
  const destination = droppingDestination(stream, 50);
  for (let at = 0; at < 20; at++) destination.write(`line ${at}...\n`);
  expect(destination.dropped()).toBeGreaterThan(10);
  expect(stream.writableLength).toBeLessThanOrEqual(50);
  const drained = new Promise((resolve) => stream.once("drain", resolve));
  read();
  await drained;
  destination.write("after\n");
  await new Promise((resolve) => setImmediate(resolve));
  expect(taken.slice(0, 2)).toEqual(["line 0...\n", "line 1...\n"]);
  const report = taken.find((line) => line.includes("log lines dropped"));
  expect(JSON.parse(report ?? "{}")).toMatchObject({ level: "warn", lines: destination.dropped() });
  expect(taken.at(-1)).toBe("after\n");
});

test("goes on without a log when its reader has gone", async () => {
  const stream = new Writable({ write: (_, __, done) => done(new Error("EPIPE")) });
  const destination = droppingDestination(stream);
  destination.write("one\n");
  await new Promise((resolve) => setImmediate(resolve));
  destination.write("two\n");
  expect(destination.dropped()).toBe(1);
});
