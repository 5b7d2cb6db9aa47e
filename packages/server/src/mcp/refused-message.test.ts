import { type Memory, openMemory } from "@palimpsest/core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { readyDataDir } from "../cli/testing/palimpsest.js";
import { loadConfig, toMemoryOptions } from "../config/index.js";
import { post as sendJson, stubApp } from "../http/testing/stub-memory.js";
import { mcpHttp } from "./mcp-http.js";

let memory: Memory;
const config = loadConfig({ PALIMPSEST_DATA_DIR: await readyDataDir() });
beforeAll(async () => {
  memory = await openMemory(toMemoryOptions(config));
});
afterAll(() => memory.close());

it.each([
  [
    '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"recall","arguments":{"query":"x","__proto__":{}}}}',
    -32_602,
    "VALIDATION_ERROR: The key __proto__",
  ],
  ['{"jsonrpc":"2.0","id":1,"id":2,"method":"tools/list"}', -32_700, "INVALID_JSON: A key stands twice"],
  ["[".repeat(7_000) + "]".repeat(7_000), -32_600, "TOO_DEEP: Nested"],
])(
  "answers a body that is refused while it is read as the protocol does: %.60s",
  async (body, code, message) => {
    const { app } = stubApp({}, { memory, mcp: mcpHttp(memory, config) });
    const response = await app.request("/mcp", sendJson(body));
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({
      ...{ jsonrpc: "2.0", id: null },
      error: { code, message: expect.stringContaining(message) },
    });
  },
);
