import { type Env, infoOf, loadConfig, settingNames, sourceOf } from "./load-config.js";
import { configSchema } from "./schema.js";

export interface SettingRow {
  name: string;
  /** What this process would use; secrets are only said to be set. */
  value: string;
  from: "environment" | "default";
  default: string;
  meaning: string;
}

/** Every setting with its meaning, its default and the value in force, for `palimpsest config`. */
export function describeConfig(env: Env): SettingRow[] {
  const config = loadConfig(env);
  return settingNames.map((field) => {
    const { env: name, aliases, meaning, secret } = infoOf(field);
    const source = sourceOf(env, field);
    const value = secret && source ? "(set)" : show(config[field]);
    return {
      name,
      value,
      from: source ? "environment" : "default",
      default: show(configSchema.shape[field].safeParse(undefined).data),
      meaning: aliases.length > 0 ? `${meaning} (also ${aliases.join(", ")})` : meaning,
    };
  });
}

function show(value: unknown): string {
  if (Array.isArray(value)) return value.join(",");
  return value === undefined ? "" : String(value);
}
