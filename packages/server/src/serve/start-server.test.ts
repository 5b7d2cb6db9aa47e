import { once } from "node:events";
import { type AddressInfo, connect, createServer } from "node:net";
import { expect, test } from "vitest";
import { engines } from "../../../core/src/db/testing/index.js";
import { loadConfig } from "../config/index.js";
import { createLog } from "../observe/index.js";
import { startServer } from "./start-server.js";

const postgres = engines.find(({ name }) => name === "postgres")!;

test("waits for a database that is unavailable for a moment", async () => {
  const { options, close } = await postgres.open();
  const database = new URL(options.url!);
  let rejected = 0;
  const proxy = createServer((socket) => {
    if (rejected === 0) {
      rejected += 1;
      socket.destroy();
      return;
    }
    const server = connect(Number(database.port || 5432), database.hostname);
    socket.on("error", () => server.destroy()).pipe(server);
    server.on("error", () => socket.destroy()).pipe(socket);
  }).listen(0, "127.0.0.1");
  await once(proxy, "listening");
  const url = new URL(database);
  url.host = `127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  const config = loadConfig({ DATABASE_URL: url.href, PALIMPSEST_PORT: "0" });
  try {
    const running = await startServer(config, createLog("silent"));
    expect(rejected).toBe(1);
    expect((await fetch(`${running.url}/readyz`)).status).toBe(200);
    await running.stop();
  } finally {
    proxy.close();
    await close();
  }
});
