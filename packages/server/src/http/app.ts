import { isAudited, type Memory, type Probe } from "@palimpsest/core";
import { type Context, Hono } from "hono";
import type { Config } from "../config/index.js";
import { httpMetrics, type Metrics } from "../metrics/index.js";
import { type Log, type Refusals, refusals } from "../observe/index.js";
import { asPalimpsestError, errorBody, retryAfter } from "../surface/error-response.js";
import type { McpHandler } from "../surface/mcp-handler.js";
import { rateHeaders } from "../surface/rate-headers.js";
import { routes } from "../surface/routes.js";
import { requestIds, traceparent } from "../surface/trace.js";
import type { App, AppEnv } from "./app-env.js";
import { corsHeaders, preflight } from "./cors.js";
import { checkHost, checkOrigin } from "./request/check-origin.js";
import { checkPath } from "./request/check-path.js";
import { sourceOf } from "./request/source-of.js";
import { mountMcp } from "./routes/mount-mcp.js";
import { noSuchRoute } from "./routes/no-such-route.js";
import { operationHandler } from "./routes/operation-handler.js";
import { outboxStream } from "./routes/outbox-stream.js";
import { referenceRoutes } from "./routes/reference-routes.js";
import { statusRoutes } from "./routes/status-routes.js";
import { uploadRoute } from "./routes/upload.js";
import { securityHeaders } from "./security-headers.js";

export interface AppOptions {
  memory: Memory;
  config: Config;
  log: Log;
  metrics: Metrics;
  /** What /readyz and /health look at. */
  probes?: readonly Probe[];
  /** Whether this process runs the background jobs; unless said, it does. */
  runsJobs?: boolean;
  /** Serves /mcp. */
  mcp?: McpHandler;
  /** True once the process is shutting down: it still answers, and asks to be left. */
  draining?: () => boolean;
  /** How often a stream of events says that it is still there; 15 seconds unless said. */
  streamCommentMs?: number;
}

/** Asked every few seconds by machines: of no interest in a log while all is well. */
const polled = new Set(["livez", "readyz", "metrics"]);

/** Every HTTP route: the contract's operations, MCP, the API reference, health and metrics. */
export function createApp(options: AppOptions): App {
  const { config, log, metrics, draining = () => false } = options;
  const http = httpMetrics(metrics);
  const refused = refusals(metrics, log);
  const app: App = new Hono<AppEnv>();

  app.use(async (c, next) => {
    const started = performance.now();
    const ids = requestIds(c.req.raw.headers);
    c.set("ids", ids);
    c.set("operation", "none");
    await next();
    const ms = performance.now() - started;
    c.res.headers.set("X-Request-Id", ids.requestId);
    c.res.headers.set("traceparent", traceparent(ids));
    for (const [name, value] of securityHeaders) if (!c.res.headers.has(name)) c.res.headers.set(name, value);
    for (const [name, value] of rateHeaders(c.get("rate"))) c.res.headers.set(name, value);
    if (draining()) c.res.headers.set("Connection", "close");
    const operation = c.get("operation");
    http.record(operation, c.res.status, ms / 1_000);
    const { method } = c.req;
    const { status } = c.res;
    const level = polled.has(operation) && status < 400 ? "debug" : "info";
    const { requestId, traceId } = ids;
    const told = { operation, method, status, ms: Math.round(ms * 10) / 10, requestId, traceId };
    log[level]({ ...told, ...c.get("document") }, "request");
  });

  app.use(async (c, next) => {
    const host = c.req.header("host") ?? new URL(c.req.url).host;
    checkHost(host, config);
    const reader = checkOrigin(c.req.header("origin") ?? null, host, config);
    checkPath(c.env?.incoming?.url ?? "");
    await next();
    if (reader !== undefined) for (const [name, value] of corsHeaders(reader)) c.res.headers.set(name, value);
  });

  app.options("*", preflight);
  for (const route of routes) app.on(route.method, route.path, operationHandler(route, options));
  uploadRoute(app, options);
  outboxStream(app, { ...options, draining, commentMs: options.streamCommentMs });
  if (options.mcp) {
    mountMcp(app, options.mcp, { memory: options.memory, bodyLimit: config.bodyLimit, refused });
  }
  referenceRoutes(app);
  statusRoutes(app, { ...options, probes: options.probes ?? [], draining });
  app.notFound(noSuchRoute);
  app.onError((error, c) => answerError(error, c, log, refused));
  return app;
}

function answerError(error: unknown, c: Context<AppEnv>, log: Log, refused: Refusals): Response {
  const ids = c.get("ids");
  const known = asPalimpsestError(error);
  if (!isAudited(error) && known.status < 500) {
    refused.count({ source: sourceOf(c), operation: c.get("operation"), code: known.code });
  }
  if (known.status >= 500) {
    const { requestId, traceId } = ids;
    log.error(
      { err: error, operation: c.get("operation"), code: known.code, requestId, traceId },
      "request failed",
    );
  }
  const wait = retryAfter(known);
  if (wait !== undefined) c.header("Retry-After", String(wait));
  if (known.status === 401) c.header("WWW-Authenticate", "Bearer");
  return c.json(errorBody(known, ids), known.status as 400);
}
