import { createHash } from "node:crypto";
import { contract, type OperationName } from "@palimpsest/contract";
import { expect, test } from "vitest";
import { stubApp } from "../http/testing/stub-memory.js";
import { answers } from "./answers.generated.js";
import { docsAt, docsPage, docsPolicy, openApiDocument } from "./index.js";

const names = Object.keys(contract) as OperationName[];

test("the document is pinned: a change of the API shows in review", async () => {
  const text = `${JSON.stringify(openApiDocument(), null, 2)}\n`;
  await expect(text).toMatchFileSnapshot("./__snapshots__/openapi.json");
});

test("it is the same every time", () => {
  expect(JSON.stringify(openApiDocument())).toBe(JSON.stringify(openApiDocument()));
});

test("every reference leads somewhere", () => {
  const document = openApiDocument();
  const refs = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(([, ref]) => ref!);
  expect(refs.length).toBeGreaterThan(names.length);
  for (const ref of new Set(refs)) {
    expect(ref).toMatch(/^#\/components\/\w+\/\w+$/);
    const [, , kind, name] = ref.split("/");
    expect(document.components[kind!]?.[name!], ref).toBeDefined();
  }
});

test("every operation is there once under its contract name, the stream of events and the upload", () => {
  const operations = Object.values(openApiDocument().paths).flatMap((methods) => Object.values(methods));
  const expected = [...names, "streamDomainEvents", "uploadArtifacts"].sort();
  expect(operations.map(({ operationId }) => operationId).sort()).toEqual(expected);
});

test.each(names)("the examples of %s are what its schemas accept", (name) => {
  expect(contract[name].input.safeParse(contract[name].example.input).error).toBeUndefined();
  expect(contract[name].output.safeParse(answers[name]).error).toBeUndefined();
});

test("the page shows every operation, Memory first, and loads and runs nothing but its own script", () => {
  const page = docsPage(openApiDocument());
  expect(page.indexOf('id="remember"')).toBeLessThan(page.indexOf('id="recordEvent"'));
  const [script = "", ...others] = [...page.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(
    ([, text]) => text!,
  );
  expect(others).toEqual([]);
  expect(docsPolicy).toContain(`script-src 'sha256-${createHash("sha256").update(script).digest("base64")}'`);
  expect(script).not.toMatch(/innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval|Storage|cookie/);
  for (const name of names) expect(page).toContain(`id="${name}"`);
  expect(page).not.toMatch(/<script |<link|<img|<iframe|\ssrc=|@import|url\(|\sstyle=|\son\w+=/i);
  const targets = [...page.replace(script, "").matchAll(/href="#([^"]+)"/g)].map(([, id]) => id!);
  for (const target of targets) expect(page).toContain(`id="${target}"`);
});

test("both are served, the page under a policy that allows its own style alone", async () => {
  const { app } = stubApp();
  const json = await app.request("/openapi.json");
  expect([json.status, json.headers.get("content-type")]).toEqual([200, "application/json"]);
  expect(await json.json()).toMatchObject({ openapi: "3.1.0" });
  const page = await app.request("/docs");
  expect([page.status, page.headers.get("content-security-policy")]).toEqual([200, docsPolicy]);
  expect(docsPolicy).toMatch(
    /^default-src 'none'; style-src 'sha256-[^']+'; script-src 'sha256-[^']+'; connect-src 'self'; base/,
  );
  const asked = await (await app.request("http://localhost:9/docs")).text();
  expect(asked).toContain('curl -s "<span class="origin">http://localhost:9</span>/api/v1/recall"');
  expect(asked).not.toMatch(/127\.0\.0\.1:7077|\.invalid/);
  expect(docsAt("http://the-origin.invalid", "http://a$(id)/docs")).toBe("http://127.0.0.1:7077");
});
