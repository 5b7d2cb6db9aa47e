export type Mapping = Record<string, unknown>;

export const isMapping = (value: unknown): value is Mapping =>
  value !== null && typeof value === "object" && !Array.isArray(value);

/** Mappings are merged key by key; anything else, lists too, replaces what was there. */
export function overlay(base: Mapping, over: Mapping): Mapping {
  const merged = { ...base };
  for (const [key, value] of Object.entries(over)) {
    const below = Object.hasOwn(base, key) ? base[key] : undefined;
    merged[key] = isMapping(below) && isMapping(value) ? overlay(below, value) : value;
  }
  return merged;
}
