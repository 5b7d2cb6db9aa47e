import { type Config, type Env, infoOf, settingNames, sourceOf } from "./load-config.js";
import { configSchema } from "./schema.js";

export interface SettingRow {
  name: string;
  /** What this process would use; of a secret only whether it is set. */
  value: string;
  /** "directory": a `.palimpsest` in the working directory or above it. */
  from: "environment" | "directory" | "default";
  default: string;
  meaning: string;
}

/** Every setting with its meaning, its default and its current value, for `palimpsest config`. */
export function describeConfig(env: Env, config: Config): SettingRow[] {
  return settingNames.map((field) => {
    const { env: name, aliases, meaning, secret } = infoOf(field);
    const source = sourceOf(env, field);
    const found = field === "dataDir" && config.dataDirFrom === "directory";
    const value = secret && source ? "(set)" : show(config[field]);
    return {
      name,
      value,
      from: source ? "environment" : found ? "directory" : "default",
      default: show(configSchema.shape[field].safeParse(undefined).data),
      meaning: aliases.length > 0 ? `${meaning} (also ${aliases.join(", ")})` : meaning,
    };
  });
}

function show(value: unknown): string {
  if (Array.isArray(value)) return value.join(",");
  return value === undefined ? "" : String(value);
}
