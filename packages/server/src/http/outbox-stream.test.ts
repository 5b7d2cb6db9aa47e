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

describe.each(engines)("the stream of events on $name", (engine) => {
  let real: RealApp;
  beforeAll(async () => {
    real = await realApp(engine);
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
