import { limits, PalimpsestError } from "@palimpsest/contract";
import type { Route } from "../../surface/routes.js";
import { readQuery } from "./query.js";
import { readJsonObject } from "./read-body.js";

const wrong = (message: string, path: string) =>
  new PalimpsestError("VALIDATION_ERROR", message, { details: [{ path, message }] });

/** An operation's raw input, gathered from path, query and body; the contract's schema judges it later. */
export async function readInput(
  route: Route,
  request: Request,
  params: Record<string, string>,
  bodyLimit: number,
): Promise<Record<string, unknown>> {
  const { pathname, searchParams: query } = new URL(request.url);
  assertDecodable(pathname);
  const given =
    route.source === "query"
      ? fromQuery(route, request, query)
      : await fromBody(route, request, query, bodyLimit);
  for (const param of route.params) {
    if (Object.hasOwn(given, param)) throw wrong("stands in the path; leave it out elsewhere", param);
  }
  return { ...given, ...params };
}

/** The router leaves what it cannot decode as it stands, which would be another name. */
function assertDecodable(pathname: string): void {
  try {
    decodeURIComponent(pathname);
  } catch (cause) {
    throw new PalimpsestError("INVALID_UNICODE", "The path is not valid UTF-8 in percent-encoding.", {
      cause,
    });
  }
}

function fromQuery(route: Route, request: Request, query: URLSearchParams): Record<string, unknown> {
  const length = request.headers.get("content-length");
  if ((length !== null && length !== "0") || request.headers.has("transfer-encoding")) {
    throw wrong(`${route.method} takes no body; give the fields as query parameters`, "");
  }
  return readQuery(query, route.fields);
}

async function fromBody(
  route: Route,
  request: Request,
  query: URLSearchParams,
  bodyLimit: number,
): Promise<Record<string, unknown>> {
  if (query.size > 0)
    throw wrong("This operation takes no query parameters; give the fields in the body", "");
  const { largeBody, documentBody, maxBytes } = route.operation;
  const body = documentBody
    ? await readJsonObject(request, limits.documentBytes, limits.jsonValues)
    : largeBody
      ? await readJsonObject(request, bodyLimit, limits.largeJsonValues)
      : await readJsonObject(request, Math.min(bodyLimit, maxBytes ?? limits.bodyBytes));
  if (body === undefined && route.required.length > 0) {
    throw wrong(`The body is empty; it needs ${route.required.join(", ")}`, "");
  }
  return body ?? {};
}
