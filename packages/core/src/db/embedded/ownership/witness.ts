import { lstatSync } from "node:fs";
import { createConnection, createServer, type Server } from "node:net";
import { sqlState } from "../../db-errors.js";

/**
 * Listens on a socket that says its token to whoever connects. The kernel lets others connect for as long as this
 * process lives, also when it is stopped or its event loop is blocked.
 */
export async function listen(path: string, token: string): Promise<Server> {
  const server = createServer((socket) => {
    socket.on("error", () => socket.destroy());
    socket.end(token);
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(path, resolve);
  });
  return server.unref();
}

/** Whether a process listens on the socket. Refused: none does, on this kernel. Missing: there is no socket. */
export function probe(path: string): Promise<"listening" | "refused" | "missing"> {
  return new Promise((resolve) => {
    const socket = createConnection(path);
    socket.once("connect", () => {
      socket.destroy();
      resolve("listening");
    });
    socket.once("error", (error) => resolve(outcome(sqlState(error), path)));
  });
}

/** A full queue of connections (EAGAIN) and a lack of permission are no proof that nobody listens. */
function outcome(state: string | undefined, path: string): "listening" | "refused" | "missing" {
  if (state === "ENOENT" || state === "ENOTDIR") return "missing";
  if (state !== "ECONNREFUSED") return "listening";
  return lstatSync(path, { throwIfNoEntry: false })?.isSocket() ? "refused" : "missing";
}

/** What the listener at the path says; nothing if it does not answer in time, which proves nothing. */
export function tokenAt(
  path: string,
): Promise<{ token?: string; seen: "listening" | "refused" | "missing" }> {
  return new Promise((resolve) => {
    let said = "";
    const socket = createConnection(path);
    socket.setEncoding("utf8");
    socket.on("data", (text) => {
      said += text;
    });
    socket.once("end", () => resolve({ token: said, seen: "listening" }));
    socket.once("error", (error) => resolve({ seen: outcome(sqlState(error), path) }));
    socket.setTimeout(5_000, () => {
      socket.destroy();
      resolve({ seen: "listening" });
    });
  });
}
