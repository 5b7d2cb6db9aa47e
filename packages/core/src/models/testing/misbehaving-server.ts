import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** How the server answers one request. */
export type Behaviour =
  | "ok"
  | "shuffled"
  | "wrong-dimension"
  | "wrong-count"
  | "same-index"
  | "not-a-number"
  | "zeros"
  | "invalid-json"
  | "empty-body"
  | "huge"
  | "hang"
  | "hang-in-body"
  | "drop"
  | { status: number; headers?: Record<string, string>; body?: string };

export interface SeenRequest {
  path: string;
  authorization: string | undefined;
  body: { model: string; input: string[]; dimensions?: number };
}

export interface MisbehavingServer {
  url: string;
  requests: SeenRequest[];
  /** How it answers the next requests, in this order; after them it answers correctly. */
  script(...behaviours: Behaviour[]): void;
  close(): Promise<void>;
}

/** A real HTTP server on loopback that answers `POST /embeddings` correctly or wrongly, as scripted. */
export async function startMisbehavingServer(dims = 8): Promise<MisbehavingServer> {
  const requests: SeenRequest[] = [];
  const queue: Behaviour[] = [];
  const server = createServer((request, response) => {
    void read(request).then((body) => {
      requests.push({
        path: request.url ?? "",
        authorization: request.headers.authorization,
        body: JSON.parse(body || "{}"),
      });
      answer(queue.shift() ?? "ok", requests.at(-1)!.body.input ?? [], dims, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    script: (...behaviours) => {
      queue.length = 0;
      queue.push(...behaviours);
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function read(request: IncomingMessage): Promise<string> {
  let body = "";
  for await (const chunk of request.setEncoding("utf8")) body += chunk;
  return body;
}

/** The vector that the server returns for a text: its length, then ones. */
export const vectorFor = (text: string, dims: number) => [
  text.length,
  ...new Array<number>(dims - 1).fill(1),
];

function answer(behaviour: Behaviour, input: string[], dims: number, response: ServerResponse): void {
  const send = (body: string, status = 200, headers: Record<string, string> = {}) =>
    response.writeHead(status, { "content-type": "application/json", ...headers }).end(body);
  const data = input.map((text, index) => ({ object: "embedding", index, embedding: vectorFor(text, dims) }));
  const list = (items: unknown[]) => send(JSON.stringify({ object: "list", data: items }));
  if (typeof behaviour === "object")
    return void send(behaviour.body ?? "{}", behaviour.status, behaviour.headers);
  switch (behaviour) {
    case "ok":
      return void list(data);
    case "shuffled":
      return void list([...data].reverse());
    case "wrong-dimension":
      return void list(data.map((item) => ({ ...item, embedding: [...item.embedding, 1] })));
    case "wrong-count":
      return void list(data.slice(1));
    case "same-index":
      return void list(data.map((item) => ({ ...item, index: 0 })));
    case "not-a-number":
      return void list(data.map((item) => ({ ...item, embedding: item.embedding.map(() => null) })));
    case "zeros":
      return void list(data.map((item) => ({ ...item, embedding: item.embedding.map(() => 0) })));
    case "invalid-json":
      return void send('{"data":[{"embed');
    case "empty-body":
      return void send("");
    case "huge":
      return void send(`"${"x".repeat(40 * 1024 * 1024)}"`);
    case "hang":
      return;
    case "hang-in-body":
      return void response.writeHead(200).write('{"data":');
    case "drop":
      response.socket?.destroy();
  }
}
