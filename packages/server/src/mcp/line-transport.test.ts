import { once } from "node:events";
import { PassThrough } from "node:stream";
import type { JSONRPCMessage } from "@modelcontextprotocol/server";
import { expect, it, vi } from "vitest";
import { LineTransport } from "./line-transport.js";

async function open(options: { maxLine?: number; maxDocument?: number; lingerMs?: number } = {}) {
  const input = new PassThrough();
  const output = new PassThrough();
  const received: JSONRPCMessage[] = [];
  const state = { closed: false };
  const transport = new LineTransport({ input, output, ...options });
  transport.onmessage = (message) => void received.push(message);
  transport.onclose = () => {
    state.closed = true;
  };
  await transport.start();
  let text = "";
  output.on("data", (chunk) => {
    text += chunk;
  });
  const written = () =>
    text
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line) as { id: unknown; error: { code: number } });
  return { input, transport, received, state, written };
}

const ping = (id: number) => `${JSON.stringify({ jsonrpc: "2.0", id, method: "ping" })}\n`;

/** A call whose JSON is whole and whose text is not UTF-8. */
const badText = (id: number) =>
  Buffer.concat([
    Buffer.from(`{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"text":"bad `),
    Buffer.from([0xff, 0xc3, 0x28]),
    Buffer.from('"}}\n'),
  ]);

it.each([
  ["a line that is not JSON", "{oops\n", -32_700, null],
  ["a batch", `[${ping(1).trim()}]\n`, -32_600, null],
  ["JSON of another shape", '{"id":7,"hello":true}\n', -32_600, 7],
  ["an id of null", '{"jsonrpc":"2.0","id":null,"method":"ping"}\n', -32_600, null],
  ["JSON nested 100,000 levels deep", `${"[".repeat(100_000)}${"]".repeat(100_000)}\n`, -32_600, null],
  [
    "an argument that would vanish",
    '{"jsonrpc":"2.0","id":6,"method":"tools/call","params":{"name":"x","arguments":{"a":1,"__proto__":{}}}}\n',
    -32_602,
    6,
  ],
  ["a malformed initialize", '{"jsonrpc":"2.0","id":5,"method":"initialize","params":{}}\n', -32_602, 5],
  ["invalid UTF-8", Buffer.from([0xff, 0xfe, 0x0a]), -32_700, null],
  ["invalid UTF-8 in a text", badText(8), -32_700, 8],
])("answers %s with its error and goes on", async (_, bytes, code, id) => {
  const { input, received, written } = await open();
  input.write(bytes);
  input.write(ping(2));
  await vi.waitFor(() => expect(received).toMatchObject([{ id: 2 }]), 60_000);
  const [answer, ...more] = written();
  expect(answer).toMatchObject({ id, error: { code } });
  expect(more).toEqual([]);
});

it("refuses a line that is too long once, skips it, and goes on with the next", async () => {
  const { input, received, written } = await open({ maxLine: 1_000 });
  for (let n = 0; n < 100; n++) input.write("x".repeat(100));
  input.write(`\n${ping(3)}`);
  await vi.waitFor(() => expect(received).toMatchObject([{ id: 3 }]), 60_000);
  expect(written()).toMatchObject([{ id: null, error: { code: -32_600 } }]);
});

it("takes a longer line that holds a document, and no other", async () => {
  const { input, received, written } = await open({ maxLine: 1_000, maxDocument: 5_000 });
  const call = (id: number, name: string, chars: number) => {
    const params = { name, arguments: { content: "x".repeat(chars) } };
    return `${JSON.stringify({ jsonrpc: "2.0", id, method: "tools/call", params })}\n`;
  };
  input.write(call(1, "ingest", 4_000) + call(2, "remember", 4_000) + call(3, "ingest", 6_000) + ping(4));
  await vi.waitFor(() => expect(received).toMatchObject([{ id: 1 }, { id: 4 }]), 60_000);
  expect(written()).toMatchObject([{ error: { code: -32_600 } }, { error: { code: -32_600 } }]);
});

it("joins a message that arrives in pieces, even inside a character", async () => {
  const { input, received } = await open();
  const bytes = Buffer.from(`${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "é😀" })}\n`);
  for (const byte of bytes) input.write(Buffer.from([byte]));
  await vi.waitFor(() => expect(received).toMatchObject([{ method: "é😀" }]), 60_000);
});

it("closes at once when the input ends and nothing is open", async () => {
  const { input, state } = await open();
  input.end();
  await vi.waitFor(() => expect(state.closed).toBe(true), 60_000);
});

it("still answers what was asked before the input ended, then closes", async () => {
  const { input, transport, state, written } = await open();
  input.end(ping(9));
  await once(input, "end");
  expect(state.closed).toBe(false);
  await transport.send({ jsonrpc: "2.0", id: 9, result: {} });
  expect(state.closed).toBe(true);
  expect(written()).toMatchObject([{ id: 9 }]);
});

it("does not wait for ever for an answer after the input ended", async () => {
  const { input, state } = await open({ lingerMs: 50 });
  input.end(ping(9));
  await vi.waitFor(() => expect(state.closed).toBe(true), 60_000);
});

it("takes a last line that nothing ends", async () => {
  const { input, transport, received, state } = await open();
  input.end(ping(4).trimEnd());
  await once(input, "end");
  expect(received).toMatchObject([{ id: 4 }]);
  expect(state.closed).toBe(false);
  await transport.send({ jsonrpc: "2.0", id: 4, result: {} });
  expect(state.closed).toBe(true);
});

it("answers two requests with one id twice before it closes", async () => {
  const { input, transport, received, state, written } = await open();
  input.end(ping(5) + ping(5));
  await once(input, "end");
  expect(received).toHaveLength(2);
  await transport.send({ jsonrpc: "2.0", id: 5, result: {} });
  expect(state.closed).toBe(false);
  await transport.send({ jsonrpc: "2.0", id: 5, result: {} });
  expect(state.closed).toBe(true);
  expect(written()).toHaveLength(2);
});
