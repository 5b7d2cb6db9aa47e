export { type Config, loadConfig, toMemoryOptions } from "./config/index.js";
export { type AppOptions, createApp } from "./http/app.js";
export type { App } from "./http/app-env.js";
export { openApiDocument } from "./openapi/index.js";
export { type RunningServer, startServer } from "./serve/index.js";
