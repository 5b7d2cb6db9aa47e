export { type Config, loadConfig, toMemoryOptions } from "./config/index.js";
export { type App, type AppOptions, createApp } from "./http/app.js";
export { openApiDocument } from "./openapi/index.js";
export { type RunningServer, startServer } from "./serve/index.js";
