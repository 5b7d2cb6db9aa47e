import type { PalimpsestError } from "@palimpsest/contract";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Embedder } from "./embedder.js";
import { openOpenaiEmbedder } from "./openai-embedder.js";
import { type MisbehavingServer, startMisbehavingServer, vectorFor } from "./testing/misbehaving-server.js";

const KEY = "sk-test-do-not-repeat-me";
const DIMS = 8;
let server: MisbehavingServer;
let embedder: Embedder;

beforeAll(async () => {
  server = await startMisbehavingServer(DIMS);
});
afterAll(() => server.close());
beforeEach(async () => {
  server.script();
  server.requests.length = 0;
  embedder = await open();
});

const open = (options = {}) =>
  openOpenaiEmbedder({
    apiKey: KEY,
    baseUrl: server.url,
    model: "tiny",
    dims: DIMS,
    backoffMs: 1,
    timeoutMs: 300,
    ...options,
  });

async function failure(work: Promise<unknown>): Promise<PalimpsestError> {
  const error = await work.then(
    () => undefined,
    (caught: PalimpsestError) => caught,
  );
  expect(error).toBeDefined();
  expect(`${error!.message} ${error!.cause} ${JSON.stringify(error)}`).not.toContain(KEY);
  return error!;
}

test("returns one vector per text, in order, and sends the key", async () => {
  const vectors = await embedder.embed(["a", "bbb"]);
  expect(vectors.map((vector) => [...vector])).toEqual([vectorFor("a", DIMS), vectorFor("bbb", DIMS)]);
  expect(server.requests[0]).toMatchObject({
    path: "/v1/embeddings",
    authorization: `Bearer ${KEY}`,
    body: { model: "tiny", input: ["a", "bbb"] },
  });
  expect(embedder).toMatchObject({ id: "tiny@8", model: "tiny", dims: DIMS, kind: "openai", outside: true });
});

test("puts vectors that arrive in another order back in order", async () => {
  server.script("shuffled");
  const vectors = await embedder.embed(["a", "bb", "ccc"]);
  expect(vectors.map((vector) => vector[0])).toEqual([1, 2, 3]);
});

test("sends many texts in batches, by number and by length", async () => {
  const texts = Array.from({ length: 200 }, (_, i) => "x".repeat(i + 1));
  const vectors = await embedder.embed(texts);
  expect(vectors.map((vector) => vector[0])).toEqual(texts.map((text) => text.length));
  expect(server.requests.map(({ body }) => body.input.length)).toEqual([100, 100]);

  server.requests.length = 0;
  await embedder.embed(new Array(60).fill("y".repeat(9_000)));
  for (const { body } of server.requests) expect(body.input.join("").length).toBeLessThanOrEqual(250_000);
  expect(server.requests.length).toBe(3);
  expect(await embedder.embed([])).toEqual([]);
});

test("cuts a text that is too long for a model, and sends no empty text", async () => {
  await embedder.embed(["z".repeat(100_000), "語".repeat(100_000), "  "]);
  const lengths = server.requests[0]!.body.input.map((text) => text.length);
  expect(lengths).toEqual([10_000, 4_000, 1]);
});

test.each([
  ["429", { status: 429 } as const],
  ["500", { status: 500 } as const],
  ["503 with a page", { status: 503, body: "<html>" } as const],
  ["invalid JSON", "invalid-json" as const],
  ["an empty body", "empty-body" as const],
  ["a hang", "hang" as const],
  ["a hang inside the body", "hang-in-body" as const],
  ["a dropped connection", "drop" as const],
])("tries again after %s, and gives up after four attempts", async (_, behaviour) => {
  server.script(behaviour, behaviour);
  expect((await embedder.embed(["abc"]))[0]![0]).toBe(3);
  expect(server.requests.length).toBe(3);

  server.requests.length = 0;
  server.script(behaviour, behaviour, behaviour, behaviour, behaviour);
  const error = await failure(embedder.embed(["abc"]));
  expect(error).toMatchObject({ code: "MODEL_UNAVAILABLE", status: 503 });
  expect(error.retryAfter).toBeGreaterThan(0);
  expect(server.requests.length).toBe(4);
});

test("passes on the Retry-After of the service when it gives up, up to 30 seconds", async () => {
  const once = await open({ attempts: 1 });
  const date = new Date(Date.now() + 20_000).toUTCString();
  for (const [header, longest] of [
    ["7", 7],
    [date, 20],
    ["99999999", 30],
  ] as const) {
    server.script({ status: 429, headers: { "retry-after": header } });
    const { retryAfter } = await failure(once.embed(["abc"]));
    expect(retryAfter).toBeGreaterThan(0);
    expect(retryAfter).toBeLessThanOrEqual(longest);
  }
});

test.each([
  ["a wrong dimension", "wrong-dimension" as const, /9 dimensions instead of 8; set OPENAI_EMBED_DIMS/],
  ["a wrong count", "wrong-count" as const, /1 vectors for 2 texts/],
  ["one index twice", "same-index" as const, /two vectors for one text/],
  ["values that are not numbers", "not-a-number" as const, /not a finite number/],
  ["zeros", "zeros" as const, /zeros/],
  ["another shape", { status: 200, body: '{"vectors":[]}' } as const, /returned no list/],
  ["null", { status: 200, body: "null" } as const, /returned no list/],
  [
    "401",
    { status: 401, body: `{"error":"Incorrect API key: ${KEY}"}` } as const,
    /401; check OPENAI_API_KEY/,
  ],
  ["403", { status: 403 } as const, /OPENAI_API_KEY/],
  ["400", { status: 400 } as const, /OPENAI_EMBED_MODEL \(tiny\)/],
  ["404", { status: 404 } as const, /OPENAI_BASE_URL/],
  [
    "a redirect",
    { status: 302, headers: { location: "http://127.0.0.1:1/" } } as const,
    /redirects are not followed/,
  ],
])("fails at once on %s and says what to check", async (_, behaviour, message) => {
  server.script(behaviour);
  const error = await failure(embedder.embed(["abc", "de"]));
  expect(error).toMatchObject({ code: "MODEL_UNAVAILABLE", message: expect.stringMatching(message) });
  expect(server.requests.length).toBe(1);
});

test("stops reading an answer that is too large", async () => {
  const once = await open({ attempts: 1, timeoutMs: 10_000 });
  server.script("huge");
  expect((await failure(once.embed(["abc"]))).message).toMatch(/more than 33554432 bytes/);
});

test("asks an unknown model once for its dimensions, and knows those of common models", async () => {
  expect((await open({ dims: undefined })).dims).toBe(DIMS);
  expect(server.requests.length).toBe(1);
  expect((await open({ dims: undefined, model: "text-embedding-3-large" })).dims).toBe(3_072);
  expect(server.requests.length).toBe(1);
});

test("asks a model that can shorten its vectors for the configured dimensions", async () => {
  const short = await open({ model: "text-embedding-3-small" });
  await short.embed(["abc"]);
  expect(server.requests[0]!.body.dimensions).toBe(DIMS);
});

test("can be cancelled while it waits for an answer and between two attempts", async () => {
  for (const behaviour of ["hang", { status: 429, headers: { "retry-after": "20" } }] as const) {
    server.script(behaviour);
    const slow = await open({ timeoutMs: 60_000 });
    const error = await failure(slow.embed(["abc"], { signal: AbortSignal.timeout(100) }));
    expect(error.message).toMatch(/cancelled/);
  }
});

test("names a service that cannot be reached, and the setting to check", async () => {
  const nobody = await open({ baseUrl: "http://127.0.0.1:1/v1", attempts: 2 });
  expect((await failure(nobody.embed(["abc"]))).message).toMatch(
    /127\.0\.0\.1:1.*OPENAI_BASE_URL.*2 attempts/,
  );
});

test.each([
  ["an invalid address", { baseUrl: "nowhere" }, /OPENAI_BASE_URL/],
  ["another scheme", { baseUrl: "file:///etc/passwd" }, /OPENAI_BASE_URL/],
  ["a user name in the address", { baseUrl: "https://u:p@example.com" }, /OPENAI_BASE_URL/],
  ["a key with a line break", { apiKey: `${KEY}\nX: y` }, /OPENAI_API_KEY/],
])("rejects %s when it is opened", async (_, options, message) => {
  expect((await failure(open(options))).message).toMatch(message);
});

test("sends texts to a service, also to one on this machine, which may pass them on", async () => {
  expect((await open({ baseUrl: "https://api.example.com/v1/" })).outside).toBe(true);
  expect((await open({ baseUrl: "http://localhost:11434/v1" })).outside).toBe(true);
});
