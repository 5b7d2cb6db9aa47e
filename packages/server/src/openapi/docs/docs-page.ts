import { contract, errorStatus, errorsByForm } from "@palimpsest/contract";
import type { OpenApiDocument } from "../openapi-types.js";
import { type DocumentedOperation, docsOperation } from "./docs-operation.js";
import { origin } from "./docs-origin.js";
import { docsScript } from "./docs-script.js";
import { docsStyle } from "./docs-style.js";
import { Html, html, prose } from "./html.js";

/** The API reference as one page with everything in it. Without scripts it can be read; with them searched and tried. */
export function docsPage(document: OpenApiDocument): string {
  const groups = document.tags.map((tag) => ({ tag, operations: operationsOf(document, tag.name) }));
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${document.info.title} API</title><style>${new Html(docsStyle)}</style></head>
<body><div class="layout">
<nav aria-label="Operations"><a class="brand" href="#top">${document.info.title}</a><p class="version">API ${document.info.version} · <a href="/openapi.json">openapi.json</a></p>
<p class="find" data-needs-script hidden><input id="search" type="search" placeholder="Search (press /)" aria-label="Search operations and fields"><span id="found" role="status"></span></p>
<details id="menu" open><summary>Contents</summary>
<ul><li><a href="#start">First request</a></li><li><a href="#try">Try it here</a></li><li><a href="#who">Who is calling</a></li><li><a href="#errors">Errors</a></li></ul>
${groups.map(({ tag, operations }) => html`<div class="group"><h4>${tag.name}</h4><ul>${operations.map(link)}</ul></div>`)}</details></nav>
<main id="top"><header><h1>${document.info.title}</h1><p class="lead">${document.info.summary}.</p>
<p>${prose(document.info.description)}</p></header>
<div class="intro">${firstRequest}${tryIt}${who}${errors()}</div>
${groups.map(
  ({
    tag,
    operations,
  }) => html`<section class="group"><h2 id="${anchor(tag.name)}">${tag.name}</h2><p class="tag-lead">${tag.description}.</p>
${operations.map((operation) => docsOperation(document, operation))}</section>`,
)}</main></div><script>${new Html(docsScript)}</script></body></html>
`.text;
}

const anchor = (name: string) => `tag-${name.toLowerCase().replace(/[^a-z]+/g, "-")}`;

/** recordEvent → Record event */
const titleOf = (id: string) =>
  id.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).replace(/^./, (first) => first.toUpperCase());

const link = ({ method, operation }: DocumentedOperation) =>
  html`<li><a href="#${operation.operationId}" title="${operation.summary}"><span class="method ${method}">${method.toUpperCase()}</span>${titleOf(operation.operationId)}</a></li>`;

/** Operations of the contract; a stream cannot be tried on a page. */
function operationsOf(document: OpenApiDocument, tag: string): DocumentedOperation[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { tags, operationId }]) => tags.includes(tag) && Object.hasOwn(contract, operationId))
      .map(([method, operation]) => ({ method, path, operation })),
  );
}

const firstRequest = html`<section><h2 id="start">First request</h2>
<p>Remember something, then ask for it.</p>
<pre><code>curl -s "${origin}/api/v1/memories" -H "Content-Type: application/json" \\
  -d '{"text": "Ada prefers answers in French."}'
curl -s "${origin}/api/v1/recall" -H "Content-Type: application/json" \\
  -d '{"query": "Which language does Ada prefer?"}'</code></pre>
<p>Agents may use the same memory over MCP at <code>${origin}/mcp</code>.</p></section>`;

const tryIt = html`<section><h2 id="try">Try it here</h2>
<p data-needs-script hidden>Under each operation, “Try it” calls this server for real: what you write is written. Without auth you need neither of
these. A key stays in this field until you leave the page, and is sent to this server only.</p>
<p class="caller" data-needs-script hidden><label>API key or token <input id="key" type="password" autocomplete="off" spellcheck="false"></label>
<label>Act as agent <input id="agent" autocomplete="off" spellcheck="false" placeholder="X-Agent-Id"></label></p></section>`;

const who = html`<section><h2 id="who">Who is calling</h2>
<p>Where auth is required, send an API key or a JWT: <code>Authorization: Bearer …</code>. Keys are made with
<code>palimpsest key create</code>. On your own machine without auth you are the local admin; the headers
<code>X-Tenant-Id</code>, <code>X-User-Id</code> and <code>X-Agent-Id</code> let you act as someone else.</p>
<p>Writes take an <code>Idempotency-Key</code>: send the same one again and the first answer comes back, marked
<code>Idempotency-Replayed: true</code>. Every answer carries <code>X-Request-Id</code> and a W3C <code>traceparent</code>.</p></section>`;

function errors(): Html {
  return html`<section><h2 id="errors">Errors</h2><p>One form everywhere; <code>message</code> says what to do next.</p>
<pre><code>{"error": {"code": "VALIDATION_ERROR", "message": "limit: …", "details": [{"path": "limit", "message": "…"}]},
 "request_id": "req_…", "trace_id": "…", "policy_version": "0.0.0-default"}</code></pre>
<div class="table"><table><thead><tr><th scope="col">Status</th><th scope="col">Codes</th></tr></thead><tbody>
${[...new Set(Object.values(errorStatus))].map((status) => {
  const codes = Object.entries(errorStatus).flatMap(([code, at]) => (at === status ? [code] : []));
  return html`<tr><td>${status}</td><td>${codes.map((code) => html`<code>${code}</code> `)}</td></tr>`;
})}</tbody></table></div>
<p>Every operation can answer ${codes(errorsByForm.every)}. One with a body can also answer
${codes(errorsByForm.withBody)}; one that stores something ${codes(errorsByForm.storing)}; one that takes an
<code>Idempotency-Key</code> ${codes(errorsByForm.withIdempotencyKey)}. What else an operation can answer stands with it.</p></section>`;
}

const codes = (list: readonly string[]): Html[] => list.map((code) => html`<code>${code}</code> `);
