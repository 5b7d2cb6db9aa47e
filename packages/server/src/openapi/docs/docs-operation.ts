import { contract, type OperationName } from "@palimpsest/contract";
import { type FieldRow, fieldRows } from "../field-rows.js";
import type { OpenApiDocument, OperationObject, Parameter } from "../openapi-types.js";
import type { JsonSchema } from "../schemas.js";
import { origin } from "./docs-origin.js";
import { type Html, html, prose } from "./html.js";

export interface DocumentedOperation {
  method: string;
  path: string;
  operation: OperationObject;
}

/** One operation as a card: what it does, what it takes, a request to try, and what comes back. */
export function docsOperation(
  document: OpenApiDocument,
  { method, path, operation }: DocumentedOperation,
): Html {
  const parameters = operation.parameters.filter((one): one is Parameter => "name" in one);
  const body = operation.requestBody?.content["application/json"];
  const rows = [
    ...fieldRows(parameterSchema(parameters)).map((row) => ({
      ...row,
      place: placeOf(parameters, row.name),
    })),
    ...(body ? fieldRows(resolve(document, body.schema)) : []),
  ];
  const [status, answer] = successOf(operation);
  const { errors, example } = contract[operation.operationId as OperationName];
  return html`<article class="operation" id="${operation.operationId}">
<h3>${operation.summary}</h3>
<div class="route"><span class="method ${method}">${method.toUpperCase()}</span><code>${path}</code></div>
<p class="facts">${prose(operation.description)}${operation.parameters.length > parameters.length && prose(" Takes an `Idempotency-Key` header.")}</p>
${rows.length > 0 && fieldsTable(rows)}
<pre><code>curl -s "${origin}${curl({ method, path, parameters, body: body?.example, agent: "as" in example ? example.as : undefined })}</code></pre>
<details class="try" data-method="${method}" data-path="${path}" data-needs-script hidden><summary>Try it</summary>
<textarea aria-label="Input of ${operation.operationId}, as JSON" rows="${Math.min(14, lines(example.input))}" spellcheck="false">${JSON.stringify(example.input, null, 2)}</textarea>
<p><button type="button">Send</button> <span class="inner">or Ctrl+Enter</span></p><output></output></details>
<details><summary>Answer ${status}</summary>${fieldsTable(fieldRows(resolve(document, answer.schema)), "answer")}
<pre><code>${JSON.stringify(answer.example, null, 2)}</code></pre></details>
<p class="facts statuses">Errors: ${errors.map((code) => html`<code>${code}</code>`)}${errors.length > 0 && "and "}<a href="#errors">those of every operation</a></p>
</article>
`;
}

const lines = (value: unknown) => JSON.stringify(value, null, 2).split("\n").length;

function successOf({ responses }: OperationObject): [string, { schema: JsonSchema; example: unknown }] {
  const status = Object.keys(responses).find((code) => code.startsWith("2")) ?? "200";
  const content = responses[status]?.content as Record<string, { schema: JsonSchema; example: unknown }>;
  return [status, content["application/json"]!];
}

function resolve(document: OpenApiDocument, schema: JsonSchema): JsonSchema {
  const name = schema.$ref?.split("/").at(-1);
  return name === undefined ? schema : (document.components.schemas?.[name] as JsonSchema);
}

function parameterSchema(parameters: Parameter[]): JsonSchema {
  return {
    properties: Object.fromEntries(
      parameters.map(({ name, schema, description }) => [name, { ...schema, description }]),
    ),
    required: parameters.flatMap(({ name, required }) => (required ? [name] : [])),
  };
}

const placeOf = (parameters: Parameter[], name: string) =>
  parameters.find((parameter) => parameter.name === name)?.in;

function fieldsTable(rows: (FieldRow & { place?: string })[], kind: "request" | "answer" = "request"): Html {
  return html`<div class="table"><table>
<thead><tr><th scope="col">Field</th><th scope="col">Type</th><th scope="col">Meaning</th></tr></thead>
<tbody>${rows.map((row) => fieldRow(row, kind))}</tbody></table></div>`;
}

function fieldRow(row: FieldRow & { place?: string }, kind: "request" | "answer"): Html {
  const cut = row.name.lastIndexOf(".") + 1;
  const asked = kind === "request";
  const meaning = [
    row.description && html`${row.description}. `,
    asked && row.default !== undefined && html`Default <code>${row.default}</code>. `,
    ...row.limits
      .filter((limit) => asked || limit.includes(" · "))
      .map((limit) => html`<span class="limits">${limit}</span>`),
  ];
  return html`<tr><td><code><span class="inner">${row.name.slice(0, cut)}</span>${row.name.slice(cut)}</code>${asked && row.required && html`<span class="required">required</span>`}</td>
<td><span class="type">${row.type}</span>${row.place && html` <span class="inner">in ${row.place}</span>`}</td><td>${meaning}</td></tr>
`;
}

interface ExampleCall {
  method: string;
  path: string;
  parameters: Parameter[];
  body: unknown;
  agent: string | undefined;
}

/** What follows the origin in a call with curl. */
function curl({ method, path, parameters, body, agent }: ExampleCall): string {
  const given = new Map(parameters.map(({ name, example }) => [name, encodeURIComponent(String(example))]));
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => given.get(name) ?? "");
  const inQuery = parameters.filter((one) => one.in === "query" && one.example !== undefined);
  const query = inQuery.map(({ name }) => `${name}=${given.get(name)}`).join("&");
  const lines = [`${filled}${query && `?${query}`}"`];
  if (agent !== undefined) lines.push(`-H "X-Agent-Id: ${agent}"`);
  if (method !== "get" && !(method === "post" && body !== undefined))
    lines.push(`-X ${method.toUpperCase()}`);
  if (body !== undefined) {
    const json = JSON.stringify(body, null, 2).replace(/\n/g, "\n  ").replace(/'/g, "'\\''");
    lines.push(`-H "Content-Type: application/json"`, `-d '${json}'`);
  }
  return lines.join(" \\\n  ");
}
