import { afterAll, beforeAll, expect, it, test } from "vitest";
import { type ChatBehaviour, type ChatServer, startChatServer } from "../testing/chat-server.js";
import { ChatFailure } from "./chat-failure.js";
import { openChatModel } from "./chat-model.js";

const KEY = "sk-test-do-not-repeat-me";
const SECRET = "words of the document";
const messages = [{ role: "user" as const, content: SECRET }];
const schema = { name: "answer", schema: { type: "object" } };
let server: ChatServer;

beforeAll(async () => {
  server = await startChatServer();
});
afterAll(() => server.close());

const open = (options = {}) =>
  openChatModel({
    apiKey: KEY,
    baseUrl: server.url,
    model: "tiny",
    backoffMs: 1,
    timeoutMs: 60_000,
    ...options,
  });

it("asks at temperature 0 for a JSON schema, with the key", async () => {
  server.script({ says: '{"a":1}' });
  expect(await open().complete(messages, schema)).toBe('{"a":1}');
  expect(server.requests).toMatchObject([
    {
      path: "/v1/chat/completions",
      authorization: `Bearer ${KEY}`,
      body: { model: "tiny", temperature: 0, messages, response_format: { type: "json_schema" } },
    },
  ]);
});

it("asks for JSON alone where schemas are unknown, and remembers that", async () => {
  const model = open();
  server.script({
    status: 400,
    body: '{"error":{"message":"response_format json_schema is not supported"}}',
  });
  await model.complete(messages, schema);
  await model.complete(messages, schema);
  expect(server.requests.map(({ body }) => body.response_format.type)).toEqual([
    "json_schema",
    "json_object",
    "json_object",
  ]);
});

test.each<[string, boolean, ChatBehaviour]>([
  ["OPENAI_RATE_LIMIT", true, { status: 429 }],
  ["OPENAI_TIMEOUT", true, "hang"],
  ["OPENAI_TIMEOUT", true, { status: 408 }],
  ["OPENAI_UNAVAILABLE", true, { status: 500 }],
  ["OPENAI_UNAVAILABLE", true, { status: 503 }],
  ["OPENAI_UNAVAILABLE", true, "drop"],
  ["OPENAI_INVALID_MODEL", false, { status: 404 }],
  ["OPENAI_INVALID_MODEL", false, { status: 400, body: '{"error":{"message":"no such model"}}' }],
  ["OPENAI_INVALID_MODEL", false, { status: 302, headers: { location: "http://127.0.0.1:1/" } }],
  ["OPENAI_UNAUTHORIZED", false, { status: 401 }],
  ["OPENAI_UNAUTHORIZED", false, { status: 403 }],
  ["INVALID_JSON_SCHEMA", true, "not-json"],
  ["INVALID_JSON_SCHEMA", true, "empty-body"],
  ["INVALID_JSON_SCHEMA", true, "huge"],
])("fails with %s, to be retried: %s, after %j", async (code, retry, behaviour) => {
  server.script(behaviour);
  const error = await open({ attempts: 1, ...(behaviour === "hang" && { timeoutMs: 200 }) })
    .complete(messages, schema)
    .catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(ChatFailure);
  expect(error).toMatchObject({ code, retry });
  const { message, cause } = error as ChatFailure;
  for (const hidden of [KEY, SECRET]) expect(`${message} ${cause}`).not.toContain(hidden);
});

it("tries again after what passes by itself, and not after what does not", async () => {
  server.script({ status: 503 }, { status: 429, headers: { "retry-after": "0" } }, { says: "{}" });
  expect(await open().complete(messages, schema)).toBe("{}");
  server.script({ status: 401 });
  await expect(open().complete(messages, schema)).rejects.toMatchObject({ code: "OPENAI_UNAUTHORIZED" });
  expect(server.requests.length).toBe(1);
});

it.each([
  ["hang", "gave no answer within 2 s"],
  ["drip", "began to answer and did not end within 2 s"],
] as const)(
  "ends a call in time where the server does %s, and has no time for another attempt",
  async (how, said) => {
    server.script(how, how, how);
    await expect(open({ timeoutMs: 2_000 }).complete(messages, schema)).rejects.toMatchObject({
      code: "OPENAI_TIMEOUT",
      message: expect.stringContaining(said),
    });
    expect(server.requests.length).toBeLessThanOrEqual(1);
  },
);

it("leaves a long wait to its caller, and says how long", async () => {
  server.script({ status: 429, headers: { "retry-after": "3600" } });
  await expect(open().complete(messages, schema)).rejects.toMatchObject({
    code: "OPENAI_RATE_LIMIT",
    retryAfter: 600,
  });
  expect(server.requests.length).toBe(1);
});

it("stops when its caller does", async () => {
  server.script("hang");
  const stop = new AbortController();
  const answer = open({ timeoutMs: 60_000 }).complete(messages, schema, stop.signal);
  stop.abort(new Error("enough"));
  await expect(answer).rejects.toThrow("enough");
});
