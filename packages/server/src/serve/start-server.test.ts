import { connect, createServer } from "node:net";
import { expect, test } from "vitest";
import { engines } from "../../../core/src/db/testing/index.js";
import { loadConfig } from "../config/index.js";
import { createLog } from "../observe/index.js";
import { startServer } from "./start-server.js";

const postgres = engines.find(({ name }) => name === "postgres")!;

test("waits for a database that is unavailable for a moment", async () => {
  const { options, close } = await postgres.open();
  const database = new URL(options.url!);
  const door = createServer((socket) => {
    const through = connect(Number(database.port || 5432), database.hostname);
    socket.on("error", () => through.destroy()).pipe(through);
    through.on("error", () => socket.destroy()).pipe(socket);
  });
  const port = await new Promise<number>((resolve) => {
    const reserved = createServer().listen(0, "127.0.0.1", () => {
      const { port } = reserved.address() as { port: number };
      reserved.close(() => resolve(port));
    });
  });
  const url = new URL(database);
  url.host = `127.0.0.1:${port}`;
  const config = loadConfig({ DATABASE_URL: url.href, PALIMPSEST_PORT: "0" });
  try {
    const starting = startServer(config, createLog("silent"));
    setTimeout(() => door.listen(port, "127.0.0.1"), 3_000);
    const running = await starting;
    expect((await fetch(`${running.url}/readyz`)).status).toBe(200);
    await running.stop();
  } finally {
    door.close();
    await close();
  }
});
