import { invalidField, limits, PalimpsestError } from "@palimpsest/contract";
import { unicodeProblem } from "../text/index.js";

/**
 * Rejects what the schemas cannot see and the database cannot take: nesting past a cap (deep JSON hangs the
 * embedded engine), huge objects and arrays, NUL characters, lone surrogates, NaN and infinity. Does not recurse.
 * Gives how much it is: the characters of all strings and the number of values.
 */
export function checkJson(value: unknown): { characters: number; values: number } {
  let [characters, values] = [0, 0];
  const queue: { value: unknown; depth: number; path: string }[] = [{ value, depth: 0, path: "" }];
  for (let at = queue.pop(); at !== undefined; at = queue.pop()) {
    values++;
    if (typeof at.value === "string") {
      characters += at.value.length;
      checkString(at.value, at.path);
    }
    if (typeof at.value === "number") checkNumber(at.value, at.path);
    if (at.value === null || typeof at.value !== "object") continue;
    if (at.depth >= limits.jsonDepth) {
      throw new PalimpsestError("TOO_DEEP", `Nested more than ${limits.jsonDepth} levels deep.`);
    }
    const entries: [string | number, unknown][] = Array.isArray(at.value)
      ? [...at.value.entries()]
      : Object.entries(at.value);
    const cap = Array.isArray(at.value) ? limits.jsonItems : limits.jsonKeys;
    if (entries.length > cap) throw invalidField(at.path, `holds more than ${cap} entries`);
    for (const [key, inner] of entries) {
      if (typeof key === "string") checkKey(key, at.path);
      queue.push({
        value: inner,
        depth: at.depth + 1,
        path: at.path === "" ? `${key}` : `${at.path}.${key}`,
      });
    }
  }
  return { characters, values };
}

/** Errors name keys, so a key of megabytes would come back several times. */
const longestKey = 1_000;

/** Schemas drop `__proto__` without an error, so it is rejected here. */
function checkKey(key: string, path: string): void {
  if (key.length > longestKey) {
    throw invalidField(path, `holds a key of more than ${longestKey} characters; shorten it`);
  }
  checkString(key, path);
  if (key === "__proto__") {
    throw invalidField(path, "holds the key __proto__, which cannot be stored; use another name");
  }
}

function checkNumber(value: number, path: string): void {
  if (!Number.isFinite(value)) throw invalidField(path, "is not a finite number");
}

function checkString(text: string, path: string): void {
  const problem = unicodeProblem(text);
  if (problem !== undefined) throw invalidField(path, problem, "INVALID_UNICODE");
}
