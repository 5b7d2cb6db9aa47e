import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { openMemory } from "@palimpsest/core";
import { expect, test } from "vitest";
import { engines } from "../../../core/src/db/testing/index.js";
import { cleanEnv, startServer } from "../cli/testing/palimpsest.js";

test.each(engines)("a server on $name that is killed has lost no denial", async (engine) => {
  const database = await engine.open();
  const { options } = database;
  await database.db.close();
  const { dataDir, url: server } = options;
  const env = cleanEnv({
    ...(dataDir && { PALIMPSEST_DATA_DIR: dataDir }),
    ...(server && { DATABASE_URL: server }),
  });
  const { url, child } = await startServer(env);
  const client = new Client({ name: "test", version: "1" });
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp?tools=all`)));
  const rest = () => fetch(`${url}/api/v1/keys`, { headers: { "x-agent-id": "bot" } });
  const mcp = () => client.callTool({ name: "approve_edit", arguments: { edit_id: "edt_none" } });
  for (let at = 0; at < 20; at++) {
    const [one, other] = await Promise.all([rest(), mcp()]);
    expect([one.status, other.isError]).toEqual([403, true]);
  }
  child.kill("SIGKILL");
  await new Promise((resolve) => child.once("exit", resolve));
  const memory = await openMemory({
    database: options,
    embedder: { provider: "builtin" },
    settings: { auth: "none" },
  });
  const count = async (operation: string) =>
    (
      await memory.dispatch({
        operation: "listAudit",
        input: { operation, limit: 100 },
        credential: { kind: "local" },
        surface: "sdk",
      })
    ).output.entries.filter(({ decision }) => decision === "denied").length;
  expect([await count("listKeys"), await count("approveEdit")]).toEqual([20, 20]);
  await memory.close();
  await database.close();
});
