import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { findStore } from "./find-store.js";
import { invalidSetting } from "./invalid-setting.js";
import { isLoopback } from "./loopback.js";
import { configSchema, type ParsedSettings, type SettingName } from "./schema.js";
import { settingInfo } from "./setting.js";

/** Environment variables. */
export type Env = Record<string, string | undefined>;

export interface Config extends ParsedSettings {
  auth: "none" | "required";
  dataDir: string;
  /** Why it is that directory: a setting, a `.palimpsest` in the working directory or above it, or neither. */
  dataDirFrom: "setting" | "directory" | "user";
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
export function loadConfig(env: Env, workingDirectory: () => string = process.cwd): Config {
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
  const { extractor, openaiEventModel, openaiApiKey, openaiBaseUrl } = settings;
  if (
    extractor === "model" &&
    (openaiEventModel === undefined || (openaiApiKey ?? openaiBaseUrl) === undefined)
  ) {
    throw invalidSetting(
      "PALIMPSEST_EXTRACTOR=model needs a model: set OPENAI_EVENT_MODEL, and OPENAI_API_KEY or OPENAI_BASE_URL.",
    );
  }
  if (settings.chunkOverlapTokens * 2 >= settings.chunkTargetTokens) {
    throw invalidSetting(
      "CHUNK_OVERLAP_TOKENS must be less than half of CHUNK_TARGET_TOKENS: set a smaller overlap or larger passages.",
    );
  }
  for (const origin of settings.allowedOrigins) {
    if (!URL.canParse(origin) || new URL(origin).origin !== origin) {
      throw invalidSetting(
        `PALIMPSEST_ALLOWED_ORIGINS must hold origins such as https://console.example.com, not ${origin}.`,
      );
    }
  }
  return { ...settings, auth, ...dataDirOf(settings, env, workingDirectory) };
}

/** A setting wins. Nothing is looked for where a server is set, so that a foreign store in the way is no error then. */
function dataDirOf(
  { dataDir, serverUrl, databaseUrl }: ParsedSettings,
  env: Env,
  workingDirectory: () => string,
): Pick<Config, "dataDir" | "dataDirFrom"> {
  if (dataDir !== undefined) return { dataDir: resolve(dataDir), dataDirFrom: "setting" };
  const found =
    serverUrl === undefined && databaseUrl === undefined ? findStore(existing(workingDirectory)) : undefined;
  if (found !== undefined) return { dataDir: found, dataDirFrom: "directory" };
  return { dataDir: resolve(userDataDir(env)), dataDirFrom: "user" };
}

function existing(workingDirectory: () => string): string {
  try {
    return workingDirectory();
  } catch (error) {
    throw invalidSetting(
      "The directory that you are in no longer exists. Change to another, or name the store with --data-dir.",
      error,
    );
  }
}

function userDataDir(env: Env): string {
  if (process.platform === "win32" && env.LOCALAPPDATA) return join(env.LOCALAPPDATA, "palimpsest");
  if (process.platform === "darwin") return join(homedir(), "Library", "Application Support", "palimpsest");
  return join(env.XDG_DATA_HOME || join(homedir(), ".local", "share"), "palimpsest");
}
