import { z } from "zod";

interface SettingInfo {
  /** The environment variable. */
  env: string;
  /** Older variables, used in this order if that one is not set. */
  aliases: string[];
  meaning: string;
  /** Its value is never shown. */
  secret: boolean;
}

/** The environment variable and the meaning of each field of the configuration. */
export const settingInfo = z.registry<SettingInfo>();

export function setting<S extends z.ZodType>(
  names: string | [string, ...string[]],
  meaning: string,
  schema: S,
  { secret = false }: { secret?: boolean } = {},
): S {
  const [env, ...aliases] = typeof names === "string" ? [names] : names;
  settingInfo.add(schema, { env, aliases, meaning, secret });
  return schema;
}

const parsed = <T>(expected: string, read: (text: string) => T | undefined) =>
  z.string().transform((text, context): T => {
    const value = read(text);
    if (value !== undefined) return value;
    context.addIssue({ code: "custom", message: expected });
    return z.NEVER;
  });

export const whole = (min: number, max: number) =>
  parsed(`a whole number from ${min} to ${max}`, (text) => {
    const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
    return value >= min && value <= max ? value : undefined;
  });

const units: Record<string, number> = { "": 1, kb: 1_024, mb: 1_024 ** 2 };

const shown = (bytes: number) => (bytes < units.mb! ? `${bytes / units.kb!}kb` : `${bytes / units.mb!}mb`);

/** Bytes, or with a unit: 4mb, 512kb. */
export const size = (min: number, max: number) =>
  parsed(`a size such as 4mb, 512kb or a number of bytes, from ${shown(min)} to ${shown(max)}`, (text) => {
    const [, digits = "", unit = ""] = /^(\d{1,9}) ?([kKmM][bB])?$/.exec(text) ?? [];
    const bytes = digits === "" ? Number.NaN : Number(digits) * (units[unit.toLowerCase()] ?? Number.NaN);
    return bytes >= min && bytes <= max ? bytes : undefined;
  });

export const choice = <const C extends [string, ...string[]]>(...choices: C) =>
  parsed(`one of ${choices.join(", ")}`, (text): C[number] | undefined =>
    choices.find((one) => one === text.toLowerCase()),
  );

export const list = () =>
  z.string().transform((text) =>
    text
      .split(",")
      .map((item) => item.trim())
      .filter((item) => item !== ""),
  );

export const address = (expected: string, ...protocols: string[]) =>
  z.string().refine((text) => URL.canParse(text) && protocols.includes(new URL(text).protocol), expected);
