import { contract, errorsOf, type OperationName } from "@palimpsest/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { engines } from "../../../core/src/db/testing/index.js";
import { type Route, routes } from "../surface/routes.js";
import { type RealApp, realApp } from "./testing/real-app.js";

const canary = "canary-7f3a91";
const hostile: unknown[] = [
  null,
  "",
  " \u200b ",
  -1,
  0,
  1.5,
  2_147_483_648,
  1e18,
  true,
  [],
  {},
  ["a", "a"],
  { a: { b: { c: 1 } } },
  "a\u0000b",
  "\ud800x",
  `'; drop table palimpsest.memory; -- ${canary}`,
  "../../etc/passwd",
  "infinity",
  "2026-02-30T00:00:00Z",
  "294277-01-01T00:00:00Z",
  "%s $1 \\x27 E'\\''",
  "ａdmin",
  "x".repeat(150_000),
];

function request(
  { method, path, params, source }: Route,
  input: Record<string, unknown>,
): [string, RequestInit] {
  const text = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));
  const rest = Object.entries(input).filter(([field]) => !params.includes(field));
  const at = path.replace(
    /:(\w+)/g,
    (_, field: string) => encodeURIComponent(wellFormed(text(input[field]))) || "x",
  );
  if (source === "body") {
    const body = JSON.stringify(Object.fromEntries(rest));
    return [at, { method, headers: { "content-type": "application/json" }, body }];
  }
  const query = rest
    .map(([field, value]) => `${field}=${encodeURIComponent(wellFormed(text(value)))}`)
    .join("&");
  return [`${at}?${query}`, { method }];
}

/** A body that the schema refuses reaches no engine, so one of them is enough to try it with. */
const reachesEngine = ({ name, source }: Route, input: Record<string, unknown>) =>
  source !== "body" || contract[name].input.safeParse(input).success;

const wellFormed = (text: string) => text.slice(0, 8_000).replace(/[\ud800-\udfff]/g, "\ufffd");

describe.each(engines)("on $name", (engine) => {
  let real: RealApp;
  beforeAll(async () => {
    real = await realApp(engine);
    // Without a list of operations it calls them all, thousands of times. Its own tests do that.
    const { services } = real.memory;
    const { selftest } = services;
    services.selftest = (only = ["getPolicy"]) => selftest(only);
  });
  afterAll(() => real.close());

  test.each(routes.map((route) => [route.name, route] as const))(
    "%s answers whatever stands in a field with a result or a clear refusal",
    async (name: OperationName, route) => {
      const valid = contract[name].example.input;
      const fields = Object.keys(route.fields);
      // One engine gets every value in every field; the other every value in some field.
      const fieldsApart = engine.name === "postgres" ? 1 : Math.min(6, fields.length);
      const attempt = async (field: string, value: unknown) => {
        if ((fields.indexOf(field) + hostile.indexOf(value)) % fieldsApart !== 0) return;
        const input = { ...valid, [field]: value };
        if (engine.name !== "postgres" && !reachesEngine(route, input)) return;
        const [path, init] = request(route, input);
        const response = await real.app.request(path, init);
        const body = await response.text();
        const about = `${contract[name].http} ${field}=${JSON.stringify(value)?.slice(0, 60)}: ${body.slice(0, 200)}`;
        expect(response.status, about).toBeLessThan(500);
        if (response.status < 400) return;
        expect(errorsOf(contract[name]), about).toContain(JSON.parse(body).error.code);
        // A refusal may repeat what was sent, and must not say anything else about the inside.
        const ownWords =
          typeof value === "string" ? body.replaceAll(JSON.stringify(value).slice(1, -1), "") : body;
        expect(ownWords, about).not.toMatch(
          /palimpsest\.|violates|relation "|syntax error|node_modules|\/src\//,
        );
      };
      for (const field of fields) {
        await Promise.all(hostile.map((value) => attempt(field, value)));
      }
      const answer = await real.app.request("/api/v1/status");
      expect(answer.status).toBe(200);
    },
  );

  test("nothing of what was sent reached the log", () => {
    expect(real.logged.join("")).not.toContain(canary);
  });
});
