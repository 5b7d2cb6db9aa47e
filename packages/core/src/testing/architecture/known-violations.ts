/** What still breaks the rules of the architecture. The lists only ever get shorter, and end empty. */
export const knownCycles: ReadonlySet<string> = new Set([
  "packages/server/src/http/app.ts -> packages/server/src/http/mount-mcp.ts",
  "packages/server/src/http/app.ts -> packages/server/src/http/operation-handler.ts",
  "packages/server/src/http/app.ts -> packages/server/src/http/reference-routes.ts",
  "packages/server/src/http/app.ts -> packages/server/src/http/status-routes.ts",
  "packages/server/src/http/mount-mcp.ts -> packages/server/src/http/app.ts",
  "packages/server/src/http/operation-handler.ts -> packages/server/src/http/app.ts",
  "packages/server/src/http/reference-routes.ts -> packages/server/src/http/app.ts",
  "packages/server/src/http/status-routes.ts -> packages/server/src/http/app.ts",
]);
export const knownDeepImports: ReadonlySet<string> = new Set([
  "packages/contract/src/fields.ts -> packages/contract/src/kinds/registry.ts",
  "packages/server/src/http/mount-mcp.ts -> packages/server/src/mcp/protected-resource.ts",
]);
export const knownTableUses: ReadonlySet<string> = new Set([
  "packages/core/src/jobs/kinds/embedding-fill.ts: embedding_space",
]);
export const knownSql: ReadonlySet<string> = new Set([
  "packages/core/src/db/serving-login.ts",
  "packages/core/src/jobs/kinds/capsule-expiry.ts",
  "packages/core/src/jobs/kinds/embedding-fill.ts",
  "packages/core/src/jobs/kinds/idempotency-cleanup.ts",
  "packages/core/src/jobs/schedule.ts",
  "packages/core/src/jobs/tidy.ts",
  "packages/core/src/system/embeddings.ts",
]);
