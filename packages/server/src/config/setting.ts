import { z } from "zod";

interface SettingInfo {
  /** Its name in the environment. */
  env: string;
  /** Older names, looked at in turn where that one is not set. */
  aliases: string[];
  meaning: string;
  /** Shown as set or not set, never by value. */
  secret: boolean;
}

/** What the environment calls a field of the configuration, and what it is for. */
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

export const whole = (least: number, most: number) =>
  parsed(`a whole number from ${least} to ${most}`, (text) => {
    const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
    return value >= least && value <= most ? value : undefined;
  });

const units: Record<string, number> = { "": 1, kb: 1_024, mb: 1_024 ** 2 };

/** Bytes, or with a unit: 4mb, 512kb. */
export const size = (least: number, most: number) =>
  parsed("a size such as 4mb, 512kb or a number of bytes, from 1kb to 64mb", (text) => {
    const [, digits = "", unit = ""] = /^(\d{1,9}) ?([kKmM][bB])?$/.exec(text) ?? [];
    const bytes = digits === "" ? Number.NaN : Number(digits) * (units[unit.toLowerCase()] ?? Number.NaN);
    return bytes >= least && bytes <= most ? bytes : undefined;
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
