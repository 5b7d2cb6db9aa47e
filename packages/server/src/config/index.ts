export { describeConfig, type SettingRow } from "./describe-config.js";
export { invalidSetting } from "./invalid-setting.js";
export { type Config, type Env, loadConfig } from "./load-config.js";
export { isLoopback } from "./loopback.js";
export { toMemoryOptions } from "./memory-options.js";
