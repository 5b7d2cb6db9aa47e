import { plain } from "./plain.js";

/** An answer with every text in it, names of fields included, safe to show in a terminal. */
export function plainValues(value: unknown): unknown {
  if (typeof value === "string") return plain(value);
  if (Array.isArray(value)) return value.map(plainValues);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [plain(name), plainValues(inner)]));
}
