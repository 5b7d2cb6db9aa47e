export { describeConfig, type SettingRow } from "./describe-config.js";
export { invalidSetting } from "./invalid-setting.js";
export { type Config, type Env, loadConfig } from "./load-config.js";
export { isLoopback } from "./loopback.js";
export { toMemoryOptions } from "./memory-options.js";
export { shellWord } from "./shell-word.js";
export { databaseName, storeAndReason, storeName } from "./store-name.js";
