import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** How the server answers one request: with a message, a status, or badly. */
export type ChatBehaviour =
  | { says: unknown }
  | { status: number; headers?: Record<string, string>; body?: string }
  | "hang"
  /** A byte now and then, without end. */
  | "drip"
  | "drop"
  | "empty-body"
  | "not-json"
  | "huge"
  | "no-content";

export interface SeenChat {
  path: string;
  authorization: string | undefined;
  body: {
    model: string;
    temperature: number;
    response_format: { type: string };
    messages: { role: string; content: string }[];
  };
}

export interface ChatServer {
  url: string;
  requests: SeenChat[];
  /** How it answers the next requests, in this order; after them it answers with empty lists. */
  script(...behaviours: ChatBehaviour[]): void;
  close(): Promise<void>;
}

/** A real HTTP server on loopback that answers `POST /chat/completions` as scripted. */
export async function startChatServer(): Promise<ChatServer> {
  const requests: SeenChat[] = [];
  const queue: ChatBehaviour[] = [];
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request.setEncoding("utf8")) body += chunk;
    const { url: path = "", headers } = request;
    requests.push({ path, authorization: headers.authorization, body: JSON.parse(body) });
    answer(queue.shift() ?? { says: { entities: [], events: [], canonical_events: [] } }, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    script: (...behaviours) => {
      queue.length = 0;
      requests.length = 0;
      queue.push(...behaviours);
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function answer(behaviour: ChatBehaviour, response: ServerResponse): void {
  if (behaviour === "hang") return;
  if (behaviour === "drip") {
    response.writeHead(200, { "content-type": "application/json" });
    const dripping = setInterval(() => response.write(" "), 10);
    response.once("close", () => clearInterval(dripping));
    return;
  }
  if (behaviour === "drop") {
    response.socket?.destroy();
    return;
  }
  const isRefusal = typeof behaviour === "object" && "status" in behaviour;
  const headers = { "content-type": "application/json", ...(isRefusal && behaviour.headers) };
  response.writeHead(isRefusal ? behaviour.status : 200, headers).end(bodyOf(behaviour));
}

function bodyOf(behaviour: Exclude<ChatBehaviour, "hang" | "drip" | "drop">): string {
  const message = (content: string | null) => JSON.stringify({ choices: [{ message: { content } }] });
  if (behaviour === "empty-body") return "";
  if (behaviour === "not-json") return "<html>";
  if (behaviour === "huge") return message("x".repeat(10 * 1024 * 1024));
  if (behaviour === "no-content") return message(null);
  if ("status" in behaviour) return behaviour.body ?? "{}";
  return message(typeof behaviour.says === "string" ? behaviour.says : JSON.stringify(behaviour.says));
}
