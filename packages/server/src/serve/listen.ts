import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import {
  type AddressInfo,
  createServer as createNetServer,
  type Server as NetServer,
  type Socket,
} from "node:net";
import { getRequestListener } from "@hono/node-server";
import { PalimpsestError } from "@palimpsest/contract";
import { mostConnections } from "@palimpsest/core";
import { invalidSetting } from "../config/index.js";
import { errorBody } from "../surface/error-response.js";
import { requestIds } from "../surface/trace.js";

export interface Listening {
  server: Server;
  /** The address to open in a browser. */
  url: string;
}

type Fetch = (request: Request) => Response | Promise<Response>;

/**
 * Slow senders are disconnected: headers have 10 s, a whole request 30 s; checked every second. So are slow readers:
 * 60 s after the end of an answer was written, its reader must have taken it.
 */
const usualLimits = {
  answerTimeout: 60_000,
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 5_000,
  connectionsCheckingInterval: 1_000,
  maxHeaderSize: 16 * 1_024,
  // The app rejects a request without Host itself, with an error body like all others.
  requireHostHeader: false,
};

/** Serves a fetch handler on an address; throws an error of one line if the address cannot be used. */
export async function listen(
  fetch: Fetch,
  host: string,
  port: number,
  limits: Partial<typeof usualLimits> = {},
): Promise<Listening> {
  const { answerTimeout, ...timeouts } = { ...usualLimits, ...limits };
  const server = createServer(
    timeouts,
    getRequestListener(fetch, { overrideGlobalObjects: false, errorHandler }),
  );
  // A further one is closed at once; without a descriptor left, the database could not work either.
  server.maxConnections = mostConnections();
  server.on("request", (_, response) => endUnread(response, answerTimeout));
  server.on("clientError", refuseConnection);
  server.on("checkExpectation", refuseExpectation);
  await bind(server, host, port);
  const { address, family, port: actual } = server.address() as AddressInfo;
  const name = family === "IPv6" ? `[${address}]` : address;
  return { server, url: `http://${name}:${actual}` };
}

/** Disconnects a reader that leaves the end of its answer in our memory. */
function endUnread(response: ServerResponse, ms: number): void {
  response.once("prefinish", () => {
    const timer = setTimeout(() => response.socket?.destroy(), ms).unref();
    response.once("close", () => clearTimeout(timer));
  });
}

/** Throws the same error as `listen`, before the database is opened, which takes long. */
export async function assertFree(host: string, port: number): Promise<void> {
  const trial = createNetServer();
  await bind(trial, host, port);
  await new Promise((resolve) => trial.close(resolve));
}

function bind(server: NetServer, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (error) => reject(cannotListen(error, host, port)));
    server.listen(port, host, resolve);
  });
}

function cannotListen(error: NodeJS.ErrnoException, host: string, port: number): unknown {
  switch (error.code) {
    case "EADDRINUSE":
      return invalidSetting(
        `Port ${port} of ${host} is in use; set PALIMPSEST_PORT to another, or to 0 for any free one.`,
        error,
      );
    case "EACCES":
      return invalidSetting(
        `This user may not listen on port ${port}; set PALIMPSEST_PORT to one above 1023.`,
        error,
      );
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return invalidSetting(`This machine has no address ${host}; set PALIMPSEST_HOST to one it has.`, error);
    default:
      return error;
  }
}

/** Answers a request whose Host or target is not a valid URL. */
function errorHandler(): Response {
  return Response.json(malformed("The request's Host or target is not valid."), {
    status: 400,
    headers: { Connection: "close" },
  });
}

/** Answers an Expect header other than 100-continue. */
function refuseExpectation(_: IncomingMessage, response: ServerResponse): void {
  const body = JSON.stringify(
    malformed("The only Expect header that is supported is 100-continue; leave the header out."),
  );
  const headers = { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(body) };
  response.writeHead(417, { ...headers, Connection: "close" }).end(body);
}

function malformed(message: string) {
  return errorBody(new PalimpsestError("VALIDATION_ERROR", message), requestIds(new Headers()));
}

/** Answers bytes that are not HTTP, or a request that is too slow, and closes the connection. */
function refuseConnection(error: NodeJS.ErrnoException, socket: Socket): void {
  if (!socket.writable || error.code === "ECONNRESET") {
    socket.destroy();
    return;
  }
  const [status, body] = refusalFor(error.code);
  const headers = [
    "Content-Type: application/json",
    `Content-Length: ${Buffer.byteLength(body)}`,
    "Connection: close",
  ];
  socket.end(`HTTP/1.1 ${status}\r\n${headers.join("\r\n")}\r\n\r\n${body}`);
}

function refusalFor(code: string | undefined): [string, string] {
  if (code === "ERR_HTTP_REQUEST_TIMEOUT") {
    const body = malformed("The request did not arrive in time; send it again, faster.");
    return ["408 Request Timeout", JSON.stringify(body)];
  }
  if (code === "HPE_HEADER_OVERFLOW") {
    const error = new PalimpsestError("PAYLOAD_TOO_LARGE", "The headers are larger than 16 KB.");
    return ["413 Content Too Large", JSON.stringify(errorBody(error, requestIds(new Headers())))];
  }
  return ["400 Bad Request", JSON.stringify(malformed("This is not a valid HTTP request."))];
}
