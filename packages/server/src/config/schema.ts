import { z } from "zod";
import { address, choice, list, setting, size, whole } from "./setting.js";

const postgresUrl = () =>
  address("an address such as postgres://user:password@host:5432/database", "postgres:", "postgresql:");
const webUrl = () => address("an address such as https://host/path", "http:", "https:");

/** What other programs call the levels. */
const otherLevels: Record<string, string> = { warning: "warn", critical: "error", fatal: "error" };
const level = () =>
  z
    .string()
    .transform((text) => otherLevels[text.toLowerCase()] ?? text)
    .pipe(choice("trace", "debug", "info", "warn", "error", "silent"));

/** Every setting of Palimpsest: its environment variable, meaning, type and default. */
export const configSchema = z.object({
  databaseUrl: setting(
    ["DATABASE_URL", "EVENTS_DB_DSN"],
    "Postgres server with pgvector. Not set: the embedded engine",
    postgresUrl().optional(),
    { secret: true },
  ),
  ownerUrl: setting(
    "PALIMPSEST_OWNER_URL",
    "Login for migrations of the Postgres server, if it is not the login that serves",
    postgresUrl().optional(),
    { secret: true },
  ),
  dataDir: setting(
    "PALIMPSEST_DATA_DIR",
    "Data directory of the embedded engine. Not set: .palimpsest in the working directory or above it, else the user's",
    z.string().optional(),
  ),
  durability: setting(
    "PALIMPSEST_DURABILITY",
    "Embedded: full syncs each commit to disk; relaxed may lose the last commits if the machine crashes",
    choice("full", "relaxed").default("full"),
  ),
  logLimit: setting(
    "PALIMPSEST_LOG_LIMIT",
    "Embedded: largest size of the write-ahead log, which a crash recovers from; one large transaction may exceed it",
    size(32 * 1_024 ** 2, 4_096 * 1_024 ** 2).default(128 * 1_024 ** 2),
  ),
  poolSize: setting(
    "PALIMPSEST_POOL_SIZE",
    "Number of database connections of this process",
    whole(1, 500).default(10),
  ),
  statementTimeoutMs: setting(
    "PALIMPSEST_STATEMENT_TIMEOUT_MS",
    "Time limit of a database statement, in milliseconds",
    whole(100, 3_600_000).default(30_000),
  ),
  host: setting("PALIMPSEST_HOST", "Address to listen on", z.string().default("127.0.0.1")),
  port: setting(
    ["PALIMPSEST_PORT", "MCP_PORT"],
    "Port to listen on; 0 picks a free one",
    whole(0, 65_535).default(7_077),
  ),
  allowedHosts: setting(
    "PALIMPSEST_ALLOWED_HOSTS",
    "Host names, comma separated, that requests may use besides loopback, for example behind a proxy",
    list().default([]),
  ),
  allowedOrigins: setting(
    "PALIMPSEST_ALLOWED_ORIGINS",
    "Web origins, comma separated, whose pages may call this server, for example https://console.example.com",
    list().default([]),
  ),
  bodyLimit: setting(
    "PALIMPSEST_BODY_LIMIT",
    "Largest request body of operations that record events or import; those of others are at most 1 MB",
    size(1_024, 64 * 1_024 ** 2).default(16 * 1_024 ** 2),
  ),
  maxStreams: setting(
    "PALIMPSEST_MAX_STREAMS",
    "Streams of events that this process keeps open at the same time",
    whole(0, 100_000).default(500),
  ),
  auth: setting(
    "PALIMPSEST_AUTH",
    "none or required. Not set: none on loopback, required elsewhere",
    choice("none", "required").optional(),
  ),
  jwtSecret: setting(
    "PALIMPSEST_JWT_SECRET",
    "Shared secret of HS256 tokens, 32 characters or more. Do not set PALIMPSEST_JWKS_URL as well",
    z.string().min(32, "at least 32 characters; `openssl rand -hex 32` makes one").optional(),
    { secret: true },
  ),
  jwksUrl: setting(
    "PALIMPSEST_JWKS_URL",
    "Address of the public keys of tokens. Do not set PALIMPSEST_JWT_SECRET as well",
    webUrl().optional(),
  ),
  jwtAudience: setting("PALIMPSEST_JWT_AUDIENCE", "Audience that tokens must name", z.string().optional()),
  jwtIssuer: setting("PALIMPSEST_JWT_ISSUER", "Issuer that tokens must name", z.string().optional()),
  embedder: setting(
    "PALIMPSEST_EMBEDDER",
    "auto (openai if its key or address is set, else builtin), builtin, openai, or transformers",
    choice("auto", "builtin", "openai", "transformers").default("auto"),
  ),
  openaiApiKey: setting("OPENAI_API_KEY", "Key of the OpenAI-compatible endpoint", z.string().optional(), {
    secret: true,
  }),
  openaiBaseUrl: setting(
    "OPENAI_BASE_URL",
    "Address of an OpenAI-compatible endpoint; the key is optional",
    webUrl().optional(),
  ),
  openaiEmbedModel: setting(
    "OPENAI_EMBED_MODEL",
    "Embedding model. Not set: text-embedding-3-small, or Xenova/all-MiniLM-L6-v2 for transformers",
    z.string().optional(),
  ),
  openaiEmbedDims: setting(
    "OPENAI_EMBED_DIMS",
    "Dimensions of the embedding vectors. Not set: the dimensions of the model",
    whole(1, 16_000).optional(),
  ),
  extractor: setting(
    "PALIMPSEST_EXTRACTOR",
    "auto (model if OPENAI_EVENT_MODEL and a key or an address are set, else rules), rules, or model",
    choice("auto", "rules", "model").default("auto"),
  ),
  openaiEventModel: setting(
    "OPENAI_EVENT_MODEL",
    "Chat model that extracts events from documents. Not set: rules do",
    z.string().optional(),
  ),
  eventMaxAttempts: setting(
    "EVENT_MAX_ATTEMPTS",
    "How often the extraction from a document is tried before it counts as failed",
    whole(1, 100).default(5),
  ),
  singlePieceMaxTokens: setting(
    "SINGLE_PIECE_MAX_TOKENS",
    "Tokens of a document that is kept whole, as one passage",
    whole(1, 10_000).default(1_200),
  ),
  chunkTargetTokens: setting(
    "CHUNK_TARGET_TOKENS",
    "Tokens of a passage of a longer document, at most",
    whole(20, 10_000).default(900),
  ),
  chunkOverlapTokens: setting(
    "CHUNK_OVERLAP_TOKENS",
    "Tokens of each passage that the next one repeats; less than half of a passage",
    whole(0, 5_000).default(100),
  ),
  openaiTimeout: setting(
    "OPENAI_TIMEOUT",
    "Time limit of a call to the endpoint, in seconds",
    whole(1, 600).default(30),
  ),
  openaiMaxRetries: setting(
    "OPENAI_MAX_RETRIES",
    "How many times a failed call to the endpoint is repeated",
    whole(0, 10).default(3),
  ),
  openaiBatchSize: setting(
    "OPENAI_BATCH_SIZE",
    "How many texts one call to the endpoint embeds, at most",
    whole(1, 2_048).default(100),
  ),
  rrfConstant: setting(
    "RRF_CONSTANT",
    "Constant of the rank fusion in hybrid searches: the larger it is, the less the first places count",
    whole(1, 10_000).default(60),
  ),
  pollIntervalMs: setting(
    "POLL_INTERVAL_MS",
    "How often the worker looks for jobs, in milliseconds",
    whole(50, 60_000).default(1_000),
  ),
  workerId: setting(
    "WORKER_ID",
    "Name of the worker of this process, shown with the jobs that it took. Not set: worker- and the process id",
    z.string().max(100, "at most 100 characters").optional(),
  ),
  logLevel: setting(
    ["PALIMPSEST_LOG_LEVEL", "LOG_LEVEL"],
    "Logs on stderr: trace, debug, info, warn, error, or silent",
    level().default("info"),
  ),
  serverUrl: setting(
    "PALIMPSEST_URL",
    "Server that the command line and `palimpsest mcp` connect to. Not set: they open the database themselves",
    webUrl().optional(),
  ),
  apiKey: setting(
    "PALIMPSEST_API_KEY",
    "API key or token of the command line and `palimpsest mcp`",
    z.string().optional(),
    { secret: true },
  ),
  tenant: setting(
    "PALIMPSEST_TENANT",
    "Tenant of the command line and `palimpsest mcp`, if no key determines it",
    z.string().optional(),
  ),
  mcpTools: setting(
    "PALIMPSEST_MCP_TOOLS",
    "Toolsets and single tools of `palimpsest mcp`, for instance core,record_event",
    z.string().default("core"),
  ),
  agentId: setting("PALIMPSEST_AGENT_ID", "Agent id of `palimpsest mcp`", z.string().default("mcp")),
});

export type SettingName = keyof typeof configSchema.shape;
export type ParsedSettings = z.output<typeof configSchema>;
