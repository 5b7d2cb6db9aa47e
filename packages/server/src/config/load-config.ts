import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { invalidSetting } from "./invalid-setting.js";
import { isLoopback } from "./loopback.js";
import { configSchema, type ParsedSettings, type SettingName } from "./schema.js";
import { settingInfo } from "./setting.js";

/** Environment variables. */
export type Env = Record<string, string | undefined>;

export interface Config extends ParsedSettings {
  auth: "none" | "required";
  dataDir: string;
}

export const settingNames = Object.keys(configSchema.shape) as SettingName[];
export const infoOf = (name: SettingName) => settingInfo.get(configSchema.shape[name])!;

/** The variable that sets a setting, and its value. A blank variable counts as not set. */
export function sourceOf(env: Env, name: SettingName): { env: string; value: string } | undefined {
  const { env: first, aliases } = infoOf(name);
  for (const variable of [first, ...aliases]) {
    const value = env[variable]?.trim();
    if (value) return { env: variable, value };
  }
  return undefined;
}

/** Reads and checks the whole configuration. Called once, when the process starts. */
export function loadConfig(env: Env): Config {
  const given = settingNames.map((name) => [name, sourceOf(env, name)?.value] as const);
  const parsed = configSchema.safeParse(Object.fromEntries(given));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const name = issue?.path[0] as SettingName;
    throw invalidSetting(`${sourceOf(env, name)?.env ?? infoOf(name).env} must be ${issue?.message}.`);
  }
  const settings = parsed.data;
  const auth = settings.auth ?? (isLoopback(settings.host) ? "none" : "required");
  if (auth === "none" && !isLoopback(settings.host)) {
    throw invalidSetting(
      `PALIMPSEST_AUTH=none works only on this machine, but PALIMPSEST_HOST is ${settings.host}: set PALIMPSEST_AUTH=required or PALIMPSEST_HOST=127.0.0.1.`,
    );
  }
  if (settings.jwtSecret !== undefined && settings.jwksUrl !== undefined) {
    throw invalidSetting(
      "PALIMPSEST_JWT_SECRET and PALIMPSEST_JWKS_URL are both set, but tokens are checked with one of them: unset the other.",
    );
  }
  for (const origin of settings.allowedOrigins) {
    if (!URL.canParse(origin) || new URL(origin).origin !== origin) {
      throw invalidSetting(
        `PALIMPSEST_ALLOWED_ORIGINS must hold origins such as https://console.example.com, not ${origin}.`,
      );
    }
  }
  return { ...settings, auth, dataDir: resolve(settings.dataDir ?? userDataDir(env)) };
}

function userDataDir(env: Env): string {
  if (process.platform === "win32" && env.LOCALAPPDATA) return join(env.LOCALAPPDATA, "palimpsest");
  if (process.platform === "darwin") return join(homedir(), "Library", "Application Support", "palimpsest");
  return join(env.XDG_DATA_HOME || join(homedir(), ".local", "share"), "palimpsest");
}
