import { PalimpsestClient } from "@palimpsest/client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { engines } from "../../../core/src/db/testing/index.js";
import { type RealApp, realApp } from "./testing/real-app.js";

interface Sent {
  id: string;
  event: string;
  data: { memory_id: string };
}

/** A consumer of server-sent events that reads as many as it wants and then hangs up. */
function consumer(response: Response) {
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  const nextPart = async (): Promise<string> => {
    for (;;) {
      const end = text.indexOf("\n\n");
      if (end >= 0) {
        const part = text.slice(0, end);
        text = text.slice(end + 2);
        return part;
      }
      const { value, done } = await reader.read();
      if (done) throw new Error("the stream ended");
      text += value;
    }
  };
  return {
    nextPart,
    async next(): Promise<Sent> {
      let part = await nextPart();
      while (part.startsWith(":")) part = await nextPart();
      const fields = Object.fromEntries(
        part.split("\n").map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 2)]),
      );
      return { id: fields.id!, event: fields.event!, data: JSON.parse(fields.data!) };
    },
    close: () => reader.cancel(),
  };
}

/** A stream up to its first event, after which the connection is lost. */
function untilFirstEvent(response: Response): ReadableStream<Uint8Array> {
  const { nextPart, close } = consumer(response);
  let told = false;
  return new ReadableStream({
    async pull(controller) {
      if (told) {
        await close();
        return controller.error(new TypeError("terminated"));
      }
      const part = await nextPart();
      told = part.startsWith("id: ");
      controller.enqueue(new TextEncoder().encode(`${part}\n\n`));
    },
    cancel: close,
  });
}

describe.each(engines)("the stream of events on $name", (engine) => {
  let real: RealApp;
  beforeAll(async () => {
    real = await realApp(engine, { streamCommentMs: 400, env: { PALIMPSEST_MAX_STREAMS: "8" } });
  });
  afterAll(() => real.close());

  const agent = { "x-agent-id": "bot" };
  const post = async (path: string, body: object) => {
    const headers = { ...agent, "content-type": "application/json" };
    const init = { method: "POST", headers, body: JSON.stringify(body) };
    return (await (await real.app.request(path, init)).json()) as { memory_id: string };
  };
  /** A private memory that its owner forgets: one event. */
  const change = async (text: string) => {
    const { memory_id } = await post("/api/v1/memories", { text, visibility: "private" });
    await post(`/api/v1/memories/${memory_id}/forget`, { reason: "a test" });
    return memory_id;
  };
  const stream = async (query = "", headers: Record<string, string> = {}) =>
    real.app.request(`/v1/outbox/stream${query}`, { headers: { ...agent, ...headers } });

  test("brings the backlog, then what is committed, and goes on after a disconnection without a gap", async () => {
    const [first, second] = [await change("one"), await change("two")];
    const response = await stream();
    expect([response.status, response.headers.get("content-type")]).toEqual([200, "text/event-stream"]);
    const reading = consumer(response);
    expect(await reading.nextPart()).toMatch(/^: /);
    const got = await reading.next();
    expect(got).toMatchObject({ event: "memory_edited", data: { memory_id: first } });
    await reading.close();

    const third = await change("three");
    const again = consumer(await stream("?start=latest", { "last-event-id": got.id }));
    expect((await again.next()).data.memory_id).toBe(second);
    expect((await again.next()).data.memory_id).toBe(third);
    const fourth = await change("four");
    const live = await again.next();
    expect(live.data.memory_id).toBe(fourth);
    await again.close();

    const list = await real.app.request(`/v1/outbox?cursor=${live.id}`, { headers: agent });
    expect(await list.json()).toMatchObject({ events: [], has_more: false });
  });

  test("begins with what comes next if told so", async () => {
    const reading = consumer(await stream("?start=latest&type=memory_edited"));
    expect(await reading.nextPart()).toMatch(/^: /);
    const changed = await change("five");
    expect((await reading.next()).data.memory_id).toBe(changed);
    await reading.close();
  });

  test("says every so often that it is still there", async () => {
    const reading = consumer(await stream("?start=latest"));
    expect(await reading.nextPart()).toBe(": open");
    expect(await reading.nextPart()).toBe(": still here");
    expect(await reading.nextPart()).toBe(": still here");
    await reading.close();
  });

  test("refuses more streams than it may keep open, until one is closed", async () => {
    const left = { headers: agent, signal: AbortSignal.abort() };
    await real.app.request("/v1/outbox/stream", left);
    const open = [];
    for (let at = 0; at < 4; at++) {
      for (let time = 0; time < 2; time++) open.push(await stream("", { "x-agent-id": `bot${at}` }));
      // One caller cannot take the streams of the others.
      const third = await stream("", { "x-agent-id": `bot${at}` });
      expect([third.status, third.headers.get("retry-after")]).toEqual([429, "5"]);
      expect(await third.json()).toMatchObject({
        ...{ error: { code: "RATE_LIMIT" }, policy_version: "0.0.0-default" },
      });
    }
    expect(open.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect(open[0]!.headers.get("x-ratelimit-limit")).toBe("60000");
    const refused = await stream();
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "5"]);
    expect(await refused.json()).toMatchObject({ error: { code: "UNAVAILABLE" } });
    // Nobody reads the body of this one.
    expect((await real.app.request("/v1/outbox/stream", { method: "HEAD", headers: agent })).status).toBe(
      200,
    );
    for (const response of open) await response.body!.cancel();
    const again = await stream();
    expect(again.status).toBe(200);
    await again.body!.cancel();
  });

  test("is followed by the client, which goes on where the connection was lost", async () => {
    let connections = 0;
    const cut: typeof fetch = async (input, init) => {
      const response = await real.app.request(String(input).replace("http://test", ""), init);
      const stops = String(input).includes("/stream") && ++connections <= 2;
      return stops ? new Response(untilFirstEvent(response), response) : response;
    };
    const client = new PalimpsestClient({ url: "http://test/", agentId: "bot", fetch: cut });
    const reason = new Error("enough");
    const told = new AbortController();
    const events = client.followEvents({ start: "latest", type: "memory_edited" }, { signal: told.signal });
    const first = events.next();
    // The cursor is known before the first connection, so nothing is skipped from here on.
    while (connections === 0) await new Promise(setImmediate);
    const changed = [await change("six"), await change("seven"), await change("eight")];
    const got = [(await first).value!, (await events.next()).value!, (await events.next()).value!];
    expect(got.map(({ memory_id }) => memory_id)).toEqual(changed);
    expect(connections).toBe(3);
    const waiting = events.next();
    told.abort(reason);
    await expect(waiting).rejects.toBe(reason);

    const rest = client.followEvents({ cursor: got[0]!.cursor });
    expect((await rest.next()).value).toMatchObject({ memory_id: changed[1], cursor: got[1]!.cursor });
    await rest.return();
    await expect(client.followEvents({ cursor: "forged" }).next()).rejects.toMatchObject({
      code: "INVALID_CURSOR",
    });
    expect(await client.health()).toMatchObject({ status: "ok", mode: { auth: "none" } });
  });

  test.each([
    ["?cursor=forged", {}, 400, "INVALID_CURSOR"],
    ["", { "last-event-id": "forged" }, 400, "INVALID_CURSOR"],
    ["?type=nothing", {}, 400, "VALIDATION_ERROR"],
    ["?limit=5", {}, 400, "VALIDATION_ERROR"],
    ["?other=1", {}, 400, "VALIDATION_ERROR"],
    ["", { authorization: "Bearer nonsense" }, 401, "UNAUTHENTICATED"],
  ])("refuses %s %o", async (query, headers, status, code) => {
    const response = await stream(query, headers as Record<string, string>);
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ error: { code } });
  });

  test.each(["POST", "PUT", "DELETE"])("nobody changes the outbox by %s", async (method) => {
    for (const path of ["/v1/outbox", "/v1/outbox/stream"]) {
      const response = await real.app.request(path, { method, headers: agent });
      expect([response.status, response.headers.get("allow")]).toEqual([405, "GET, HEAD, OPTIONS"]);
    }
  });
});
