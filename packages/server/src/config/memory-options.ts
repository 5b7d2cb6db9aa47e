import type { ChatModelOptions, EmbedderOptions, MemoryOptions } from "@palimpsest/core";
import type { Config } from "./load-config.js";

/** The options of `openMemory`. Migrates an embedded store, but never a Postgres server without being asked. */
export function toMemoryOptions(config: Config): MemoryOptions & { embedder: EmbedderOptions } {
  const { databaseUrl, ownerUrl, dataDir, poolSize, statementTimeoutMs } = config;
  return {
    database:
      databaseUrl === undefined
        ? {
            dataDir,
            poolSize,
            statementTimeoutMs,
            relaxedDurability: config.durability === "relaxed",
            logLimitBytes: config.logLimit,
          }
        : { url: databaseUrl, ownerUrl, poolSize, statementTimeoutMs },
    embedder: {
      provider: config.embedder,
      apiKey: config.openaiApiKey,
      baseUrl: config.openaiBaseUrl,
      model: config.openaiEmbedModel,
      dims: config.openaiEmbedDims,
      timeoutMs: config.openaiTimeout * 1_000,
      attempts: config.openaiMaxRetries + 1,
      batchSize: config.openaiBatchSize,
    },
    settings: {
      auth: config.auth,
      jwtSecret: config.jwtSecret,
      jwksUrl: config.jwksUrl,
      jwtAudience: config.jwtAudience,
      jwtIssuer: config.jwtIssuer,
    },
    extraction: { model: eventModel(config), maxAttempts: config.eventMaxAttempts },
    passages: {
      wholeTokens: config.singlePieceMaxTokens,
      windowTokens: config.chunkTargetTokens,
      overlapTokens: config.chunkOverlapTokens,
    },
    fusion: config.rrfConstant,
    migrate: databaseUrl === undefined,
  };
}

/** The model that extracts events; undefined: rules do. Settings of the embedder alone do not ask for one. */
function eventModel(config: Config): ChatModelOptions | undefined {
  const { extractor, openaiEventModel: model, openaiApiKey: apiKey, openaiBaseUrl: baseUrl } = config;
  if (extractor === "rules" || model === undefined || (apiKey ?? baseUrl) === undefined) return undefined;
  return {
    ...{ model, apiKey, baseUrl },
    timeoutMs: config.openaiTimeout * 1_000,
    attempts: config.openaiMaxRetries + 1,
  };
}
