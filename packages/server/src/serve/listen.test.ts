import { once } from "node:events";
import type { Server } from "node:http";
import { afterEach, describe, expect, test } from "vitest";
import { stubApp } from "../http/testing/stub-memory.js";
import { drain } from "./drain.js";
import { listen } from "./listen.js";
import { open, sendUntilAnswered, sendUntilClosed } from "./testing/raw-socket.js";

const servers: Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await drain(server, 0);
});

async function start(limits: Parameters<typeof listen>[3] = {}) {
  const stub = stubApp();
  const { server, url } = await listen(stub.app.fetch, "127.0.0.1", 0, limits);
  servers.push(server);
  return { ...stub, server, url };
}

const json = JSON.stringify({ text: "hello" });
const head = (...lines: string[]) =>
  [
    "POST /api/v1/memories HTTP/1.1",
    "Host: localhost",
    "Content-Type: application/json",
    ...lines,
    "",
    "",
  ].join("\r\n");
const alive = async (url: string) => (await fetch(`${url}/livez`)).status === 200;

describe("malformed requests", () => {
  test.each<[string, string[], number]>([
    ["a negative length", [head("Content-Length: -1"), json], 400],
    ["two lengths", [head("Content-Length: 4", "Content-Length: 5"), json], 400],
    ["a length beside chunks", [head("Content-Length: 4", "Transfer-Encoding: chunked"), "0\r\n\r\n"], 400],
    ["an unknown transfer encoding", [head("Transfer-Encoding: chunked, gzip"), json], 400],
    ["a NUL in a header", [head("Authorization: Bearer a\u0000b", "Content-Length: 2"), "{}"], 400],
    ["a folded header", [head("X-A: b\r\n c", "Content-Length: 2"), "{}"], 400],
    ["no Host", ["GET /livez HTTP/1.1\r\n\r\n"], 400],
    ["a Host that is none", ["GET /livez HTTP/1.1\r\nHost: a b\r\n\r\n"], 400],
    ["no HTTP at all", ["\u0016\u0003\u0001 nonsense\r\n\r\n"], 400],
    [
      "headers of a megabyte",
      [`GET /livez HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${"a".repeat(1_048_576)}\r\n\r\n`],
      413,
    ],
    [
      "an expectation that nobody meets",
      [head("Expect: 200-maybe", `Content-Length: ${json.length}`), json],
      417,
    ],
  ])("%s", async (_, parts, status) => {
    const { url, memory } = await start();
    const answer = await sendUntilClosed(url, ...parts);
    expect(answer.status).toBe(status);
    expect(answer.body).not.toMatch(/\\n +at |node_modules/);
    expect(JSON.parse(answer.body)).toMatchObject({
      error: { code: expect.any(String) },
      policy_version: "0.0.0-default",
    });
    expect(memory.calls).toHaveLength(0);
    expect(await alive(url)).toBe(true);
  });

  test("two Authorization headers are no credential", async () => {
    const { url, memory } = await start();
    const answer = await sendUntilAnswered(
      url,
      head("Authorization: Bearer a", "Authorization: Bearer b", `Content-Length: ${json.length}`),
      json,
    );
    expect(answer.status).toBe(401);
    expect(memory.calls).toHaveLength(0);
  });

  test("two Host headers, one of them ours, are refused", async () => {
    const { url } = await start();
    const answer = await sendUntilAnswered(
      url,
      "GET /livez HTTP/1.1\r\nHost: localhost\r\nHost: evil.com\r\n\r\n",
    );
    expect([400, 403]).toContain(answer.status);
  });

  test("a body of 300 MB is rejected before it is sent", async () => {
    const { url } = await start();
    const answer = await sendUntilAnswered(url, head("Content-Length: 314572800"), '{"text":"');
    expect(answer.status).toBe(413);
    expect(await alive(url)).toBe(true);
  });

  test("endless chunks are rejected at the limit", async () => {
    const { url } = await start();
    const chunk = Buffer.concat([Buffer.from("100000\r\n"), Buffer.alloc(0x100000, 32), Buffer.from("\r\n")]);
    const answer = await sendUntilAnswered(
      url,
      head("Transfer-Encoding: chunked"),
      ...Array<Buffer>(40).fill(chunk),
    );
    expect(answer.status).toBe(413);
    expect(await alive(url)).toBe(true);
  });

  test("a body longer than its Content-Length closes the connection, and the rest is not run", async () => {
    const { url, memory } = await start();
    const answer = await sendUntilClosed(url, head(`Content-Length: ${json.length}`), `${json}GARBAGE`);
    expect([201, 400]).toContain(answer.status);
    expect(memory.calls.length).toBeLessThanOrEqual(1);
  });

  test("a sender that leaves in the middle of its body is not logged as our error", async () => {
    const { url, logged, memory, server } = await start();
    const socket = await open(url);
    const received = once(server, "request");
    socket.write(head("Content-Length: 1000"));
    socket.write(json);
    await received;
    socket.destroy();
    await expect.poll(() => logged.join("")).toContain('"operation":"remember"');
    expect(logged.join("")).not.toContain('"status":500');
    expect(memory.calls).toHaveLength(0);
    expect(await alive(url)).toBe(true);
  });
});

describe("slow senders", () => {
  test("have at most 10 seconds for the headers and 30 for the request", async () => {
    const { server } = await start();
    expect(server.headersTimeout).toBeLessThanOrEqual(10_000);
    expect(server.requestTimeout).toBeLessThanOrEqual(30_000);
  });

  test.each([
    ["headers", "GET /livez HTTP/1.1\r\nHo"],
    ["a body", head("Content-Length: 100")],
  ])("of %s get 408", async (_, part) => {
    const { url } = await start({
      headersTimeout: 200,
      requestTimeout: 400,
      connectionsCheckingInterval: 50,
    });
    const answer = await sendUntilClosed(url, part);
    expect(answer.status).toBe(408);
    expect(answer.head).toContain("Content-Type: application/json");
    expect(JSON.parse(answer.body)).toMatchObject({
      error: { code: "VALIDATION_ERROR", message: expect.stringContaining("in time") },
      policy_version: "0.0.0-default",
    });
  });

  test("do not keep others from being served", async () => {
    const { url, server } = await start();
    const slow = await slowSockets(url);
    for (let i = 0; i < 20; i++) expect(await alive(url)).toBe(true);
    const connections = await new Promise<number>((resolve) =>
      server.getConnections((_, count) => resolve(count)),
    );
    expect(connections).toBeGreaterThanOrEqual(slow.length);
    for (const socket of slow) socket.destroy();
  });

  test("are disconnected", async () => {
    const { url } = await start({
      headersTimeout: 200,
      requestTimeout: 400,
      connectionsCheckingInterval: 50,
    });
    const slow = await slowSockets(url);
    await Promise.all(slow.map((socket) => socket.closed || once(socket, "close")));
    expect(await alive(url)).toBe(true);
  });

  /** Half of them stop in the middle of the headers, half in the middle of the body. */
  async function slowSockets(url: string) {
    const sockets = await Promise.all(Array.from({ length: 200 }, () => open(url)));
    for (const [at, socket] of sockets.entries()) {
      socket.on("error", () => undefined);
      socket.resume();
      socket.write(at % 2 === 0 ? "GET /livez HTTP/1.1\r\nHo" : head("Content-Length: 100"));
    }
    return sockets;
  }
});

test("slow readers of an answer are disconnected", async () => {
  const { server, url } = await listen(() => new Response(Buffer.alloc(64 * 1_024 ** 2)), "127.0.0.1", 0, {
    answerTimeout: 100,
  });
  servers.push(server);
  const socket = await open(url);
  socket.on("error", () => undefined);
  socket.pause();
  socket.write("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
  const connections = () => new Promise((resolve) => server.getConnections((_, count) => resolve(count)));
  await expect.poll(connections, { timeout: 60_000 }).toBe(0);
  socket.destroy();
});

test("a port in use is reported in one line", async () => {
  const { url } = await start();
  const port = Number(new URL(url).port);
  await expect(listen(() => new Response(), "127.0.0.1", port)).rejects.toThrow(
    `Port ${port} of 127.0.0.1 is in use; set PALIMPSEST_PORT to another, or to 0 for any free one.`,
  );
});

describe("draining", () => {
  async function slowServer() {
    let release = () => {};
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    let arrived = () => {};
    const entered = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    const listening = await listen(
      async () => {
        arrived();
        await gate;
        return new Response("done");
      },
      "127.0.0.1",
      0,
    );
    return { ...listening, release, entered };
  }

  test("lets a running request finish and accepts no new ones", async () => {
    const { server, url, release, entered } = await slowServer();
    const answer = fetch(url);
    await entered;
    const drained = drain(server, 5_000);
    await expect(fetch(url)).rejects.toThrow();
    release();
    expect(await (await answer).text()).toBe("done");
    await drained;
  });

  test("closes the connection of a request that does not finish in time", async () => {
    const { server, url, entered } = await slowServer();
    const answer = fetch(url);
    const failed = expect(answer).rejects.toThrow();
    await entered;
    await drain(server, 50);
    await failed;
  });
});
