import { createHash } from "node:crypto";
import { createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/**
 * Runs `work` while no other process on this Linux machine runs it for the same path. The lock is an abstract socket
 * name, which the kernel frees when its holder ends in any way, so there are no stale locks.
 */
export async function withLock(path, log, work) {
  const name = `\0palimpsest-${createHash("sha256").update(path).digest("hex").slice(0, 32)}`;
  let server = await tryListen(name);
  if (!server) log(`waiting for another run that prepares ${path}`);
  while (!server) {
    await sleep(500);
    server = await tryListen(name);
  }
  try {
    return await work();
  } finally {
    await new Promise((resolve) => server.close(resolve));
  }
}

function tryListen(name) {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy());
    server.once("error", (error) => (error.code === "EADDRINUSE" ? resolve(undefined) : reject(error)));
    server.listen(name, () => resolve(server));
  });
}
