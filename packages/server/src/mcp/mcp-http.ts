import { createMcpHandler } from "@modelcontextprotocol/server";
import { PalimpsestError } from "@palimpsest/contract";
import { authenticate, type Credential, type Memory, type Principal } from "@palimpsest/core";
import type { Config } from "../config/index.js";
import { credentialOf } from "../surface/credential.js";
import { errorBody, retryAfter } from "../surface/error-response.js";
import type { McpHandler } from "../surface/mcp-handler.js";
import { namedDocument } from "../surface/named-document.js";
import { protectedResourcePath } from "../surface/protected-resource-path.js";
import { requestIds } from "../surface/trace.js";
import { type CallOperation, createMcpServer } from "./create-mcp-server.js";
import { malformedInitialize } from "./malformed-initialize.js";
import { protectedResource } from "./protected-resource.js";
import { refusedMessage } from "./refused-message.js";
import { parseQuery } from "./toolsets.js";

export type McpHttpConfig = Pick<Config, "auth" | "bodyLimit" | "jwtIssuer">;

/** What the log tells of a call. */
export interface CalledTool extends ReturnType<typeof namedDocument> {
  operation: string;
  requestId: string;
}

/**
 * Streamable HTTP at /mcp?tools=core,record_event, and the description of who may call it. Host and Origin have been
 * checked before a request gets here.
 */
export function mcpHttp(
  memory: Memory,
  config: McpHttpConfig,
  onError?: (error: unknown) => void,
  onCalled?: (call: CalledTool) => void,
): McpHandler {
  const handler = createMcpHandler(
    ({ requestInfo, authInfo }) => {
      const credential: Credential = {
        kind: "principal",
        principal: authInfo?.extra?.principal as Principal,
      };
      const ids = requestIds(requestInfo?.headers ?? new Headers());
      const call: CallOperation = async (operation, input, onCounted, forLess) => {
        const asked = { operation, input, credential, surface: "mcp", onCounted, forLess, ...ids } as const;
        const { output } = await memory.dispatch(asked);
        onCalled?.({ operation, requestId: ids.requestId, ...namedDocument(output) });
        return output;
      };
      return createMcpServer(call, { ...askedFor(requestInfo), onError });
    },
    { onerror: onError, maxRequestBodySize: config.bodyLimit },
  );
  return async (request, { readBody, onRefused } = {}) => {
    if (new URL(request.url).pathname.startsWith(protectedResourcePath)) {
      return protectedResource(request, config.jwtIssuer);
    }
    let principal: Principal | undefined;
    try {
      askedFor(request);
      principal = await authenticate(memory.services, callerOf(request.headers, config.auth));
      const authInfo = {
        token: "",
        clientId: principal.id,
        scopes: [...principal.permissions],
        extra: { principal },
      };
      const read = readBody ?? (request.method === "POST" ? () => request.text() : undefined);
      const body = await read?.().catch((error: unknown) => unreadableBody(error));
      if (body instanceof PalimpsestError) {
        onRefused?.(body.code, principal);
        return Response.json(refusedMessage(body), { status: body.status });
      }
      const message = body === undefined ? undefined : parsed(body);
      const malformed = malformedInitialize(message);
      const response = malformed
        ? Response.json(malformed, { status: 400 })
        : await handler.fetch(withBody(request, message === undefined ? body : undefined), {
            authInfo,
            ...(message !== undefined && { parsedBody: message }),
          });
      if (response.status === 400) onRefused?.("INVALID_REQUEST", principal);
      return response;
    } catch (error) {
      if (!(error instanceof PalimpsestError)) throw error;
      onRefused?.(error.code, principal);
      return refusal(request, error);
    }
  };
}

/** What is wrong with a body that came whole is told as the protocol tells of it; throws everything else. */
function unreadableBody(error: unknown): PalimpsestError {
  if (error instanceof PalimpsestError && error.status === 400) return error;
  throw error;
}

const withBody = ({ url, method, headers, signal }: Request, body: string | undefined) =>
  new Request(url, { method, headers, signal, body });

/** Broken JSON is the protocol's to refuse. */
function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

/** Behind MCP sits a model: without auth, a caller that names nobody is an agent and not the person at the machine. */
function callerOf(headers: Headers, auth: Config["auth"]): Credential {
  const credential = credentialOf(headers, auth);
  const unnamed = credential.kind === "local" && !credential.userId && !credential.agentId;
  return unnamed ? { ...credential, agentId: "mcp" } : credential;
}

const askedFor = (request: Request | undefined) =>
  parseQuery(request ? new URL(request.url).searchParams : new URLSearchParams());

function refusal(request: Request, error: PalimpsestError): Response {
  const headers = new Headers();
  const seconds = retryAfter(error);
  if (seconds !== undefined) headers.set("retry-after", String(seconds));
  if (error.status === 401) {
    const metadata = new URL(protectedResourcePath, request.url);
    headers.set("www-authenticate", `Bearer resource_metadata="${metadata}"`);
  }
  return Response.json(errorBody(error, requestIds(request.headers)), { status: error.status, headers });
}
