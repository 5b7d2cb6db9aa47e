import { monitorEventLoopDelay } from "node:perf_hooks";
import { afterEach, expect, it } from "vitest";
import { makeDocx } from "../testing/make-files.js";
import { ReadingThreads, type ThreadLimits } from "./reading-threads.js";

const usual: ThreadLimits = { threads: 2, waiting: 8, timeMs: 120_000, heapMb: 512, idleMs: 60_000 };
const bytes = (text: string) => new TextEncoder().encode(text);
const docxOf = (paragraphs: number) =>
  makeDocx(Array.from({ length: paragraphs }, () => "<w:r><w:t>words</w:t></w:r>"));
let open: ReadingThreads | undefined;
const threadsWith = (limits: Partial<ThreadLimits> = {}) => {
  open = new ReadingThreads({ ...usual, ...limits });
  return open;
};
afterEach(async () => {
  await open?.close();
});

it("reads a file as without a thread, and tells what is wrong with one in the same words", async () => {
  const threads = threadsWith();
  const { documents } = await threads.read("a.md", bytes("# The plan\n\n- one"));
  expect(documents).toMatchObject([{ name: "a.md", title: "The plan", content: "# The plan\n\n- one" }]);
  await expect(threads.read("a.exe", bytes("x"))).rejects.toMatchObject({
    ...{ name: "PalimpsestError", code: "UNSUPPORTED_MEDIA_TYPE" },
    message: expect.stringContaining("Files that can be read end in .txt"),
  });
  await expect(threads.read("a.txt", bytes(""))).rejects.toMatchObject({ code: "EMPTY_CONTENT" });
  // The same thread went on after each.
  expect(threads.size).toBe(1);
});

it("lets others be served while it reads a large file", async () => {
  const large = docxOf(200_000);
  const threads = threadsWith();
  await threads.read("a.txt", bytes("warm"));
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const started = performance.now();
  const { documents } = await threads.read("large.docx", large);
  const took = performance.now() - started;
  delay.disable();
  expect(documents[0]!.content.length).toBeGreaterThan(900_000);
  expect(delay.max / 1e6).toBeLessThan(took / 2);
});

it("gives up a file that takes too long or too much memory, and reads the next one", async () => {
  const large = docxOf(800_000);
  const hasty = threadsWith({ timeMs: 5 });
  await expect(hasty.read("slow.docx", large)).rejects.toMatchObject({
    ...{ code: "VALIDATION_ERROR", message: expect.stringMatching(/slow\.docx takes longer than/) },
  });
  expect(hasty.size).toBe(0);
  const small = threadsWith({ heapMb: 40 });
  await expect(small.read("huge.docx", large)).rejects.toMatchObject({
    ...{ code: "VALIDATION_ERROR", message: expect.stringMatching(/huge\.docx takes more than 40 MB/) },
  });
  expect((await small.read("a.txt", bytes("the next"))).documents[0]!.content).toBe("the next");
  expect(small.size).toBe(1);
});

it("reads so many at once, lets so many wait, and ends threads that are not needed", async () => {
  const threads = threadsWith({ threads: 1, waiting: 2, idleMs: 50 });
  const read = (n: number) => threads.read(`${n}.txt`, bytes(`file ${n}`));
  const three = [read(1), read(2), read(3)];
  await expect(read(4)).rejects.toMatchObject({ code: "UNAVAILABLE" });
  expect(threads.size).toBe(1);
  const found = await Promise.all(three);
  expect(found.map(({ documents }) => documents[0]!.content)).toEqual(["file 1", "file 2", "file 3"]);
  await expect.poll(() => threads.size).toBe(0);
});

it("gives up files whose senders have left, those that wait for a thread too", async () => {
  const threads = threadsWith({ threads: 1 });
  await threads.read("a.txt", bytes("warm"));
  const leave = new AbortController();
  const files = ["large.docx", "waits.docx"].map((name) =>
    threads.read(name, docxOf(800_000), leave.signal).catch((error: Error) => error.message),
  );
  const next = threads.read("a.txt", bytes("the next"));
  await new Promise(setImmediate);
  leave.abort();
  for (const told of await Promise.all(files)) expect(told).toMatch(/whoever sent it has left/);
  expect((await next).documents[0]!.content).toBe("the next");
});
