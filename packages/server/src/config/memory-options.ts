import type { MemoryOptions } from "@palimpsest/core";
import type { Config } from "./load-config.js";

/** What `openMemory` is told, from the configuration. An embedded store is migrated; a server never silently. */
export function toMemoryOptions(config: Config): MemoryOptions {
  const { databaseUrl, ownerUrl, dataDir, poolSize, statementTimeoutMs } = config;
  return {
    database:
      databaseUrl === undefined
        ? { dataDir, poolSize, statementTimeoutMs, relaxedDurability: config.durability === "relaxed" }
        : { url: databaseUrl, ownerUrl, poolSize, statementTimeoutMs },
    embedder: {
      provider: config.embedder,
      apiKey: config.openaiApiKey,
      baseUrl: config.openaiBaseUrl,
      model: config.openaiEmbedModel,
      dims: config.openaiEmbedDims,
      timeoutMs: config.openaiTimeout * 1_000,
      attempts: config.openaiMaxRetries + 1,
    },
    settings: {
      auth: config.auth,
      jwtSecret: config.jwtSecret,
      jwksUrl: config.jwksUrl,
      jwtAudience: config.jwtAudience,
      jwtIssuer: config.jwtIssuer,
    },
    migrate: databaseUrl === undefined,
  };
}
