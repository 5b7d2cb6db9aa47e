import { execFile } from "node:child_process";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";

const event = { event_id: "oev_1", type: "fact_learned", memory_id: "fct_1" };
const server = createServer((request, response) => {
  if (request.url?.startsWith("/v1/outbox/stream")) {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write(`: open\n\nid: next\nevent: fact_learned\ndata: ${JSON.stringify(event)}\n\n`);
    return;
  }
  const key = request.headers["idempotency-key"];
  response.end(JSON.stringify({ method: request.method, url: request.url, key }));
});
beforeAll(() => new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve)));
afterAll(() => {
  server.close();
  server.closeAllConnections();
});

/** Loads the built client into a realm that has the globals of the web and none of Node's, and calls it there. */
const page = `
  import { readFile } from "node:fs/promises";
  import { createContext, SourceTextModule } from "node:vm";
  const web = { AbortController, AbortSignal, TextDecoder, TextEncoder, URL, URLSearchParams };
  const context = createContext({ ...web, crypto, fetch, setTimeout, clearTimeout });
  const modules = new Map();
  const load = async (url) => {
    if (!modules.has(url)) modules.set(url, new SourceTextModule(await readFile(new URL(url), "utf8"), { context, identifier: url }));
    return modules.get(url);
  };
  const link = (name, from) => {
    if (!name.startsWith(".")) throw new Error(name + " is not there in a browser");
    return load(new URL(name, from.identifier).href);
  };
  const main = await load(import.meta.resolve("@palimpsest/client"));
  await main.link(link);
  await main.evaluate();
  const { PalimpsestClient, WorkflowState } = main.namespace;
  const memory = new PalimpsestClient({ url: process.argv[1], agentId: "page" });
  const told = [
    await memory.remember({ text: "Said in a browser." }),
    await memory.getPlanState({ plan_id: "a/b", key: "é" }),
    await new WorkflowState(memory, "plan").has("x"),
  ];
  for await (const followed of memory.followEvents()) {
    told.push(followed);
    break;
  }
  process.stdout.write(JSON.stringify(told));
`;

it("runs where there are no globals but those of the web", async () => {
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const script = ["--experimental-vm-modules", "--input-type=module", "-e", page, url];
  const { stdout } = await promisify(execFile)(process.execPath, script, {
    cwd: new URL("..", import.meta.url),
  });
  expect(JSON.parse(stdout)).toEqual([
    { method: "POST", url: "/api/v1/memories", key: expect.stringMatching(/^[0-9a-f]{32}$/) },
    { method: "GET", url: "/v1/memory/working/a%2Fb/%C3%A9" },
    true,
    { ...event, cursor: "next" },
  ]);
});
