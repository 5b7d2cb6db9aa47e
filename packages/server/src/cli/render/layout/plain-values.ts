import { plain } from "./plain.js";

/** The same value with every text in it, also names of fields, made safe for a terminal. */
export function plainValues(value: unknown): unknown {
  if (typeof value === "string") return plain(value);
  if (Array.isArray(value)) return value.map(plainValues);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [plain(name), plainValues(inner)]));
}
