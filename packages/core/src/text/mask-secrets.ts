import { PalimpsestError } from "@palimpsest/contract";
import { findSecrets, redact } from "./findings/index.js";
import { RecentTexts } from "./recent-texts.js";
import { isSecretField } from "./secrets/assignments.js";

export const SECRET_MARK = "[SECRET_REDACTED]";
const MAX_DEPTH = 64;

export interface FoundSecret {
  type: string;
  count: number;
}

export interface Masked<T> {
  value: T;
  found: FoundSecret[];
}

/**
 * Texts without a secret: names, tags and keys come again and again, and what an event says is looked at again as a memory.
 * Texts with one are not kept.
 */
const plain = new RecentTexts<true>({ size: 1_024, longest: 1_024 });

/** Replaces every secret in the text by a mark, also secrets in disguise. */
export function maskSecrets(text: string): { text: string; found: FoundSecret[] } {
  if (plain.get(text)) return { text, found: [] };
  const found = findSecrets(text);
  if (found.length === 0) {
    plain.set(text, true);
    return { text, found: [] };
  }
  return {
    text: redact(
      text,
      found.map(({ start, end }) => ({ start, end, mark: SECRET_MARK })),
    ),
    found: tally(found.map(({ type }) => type)),
  };
}

/** Whether a text holds a secret, for what is refused or replaced as a whole because it is stored as it is. */
export const holdsSecret = (text: string): boolean => maskSecrets(text).found.length > 0;

/** Masks the secrets of every string in a JSON value, its keys too, and masks the value of a key such as "password". */
export function maskDeep<T>(value: T): Masked<T> {
  const types: string[] = [];
  const mask = (inner: unknown, key: string, depth: number): unknown => {
    if (depth > MAX_DEPTH)
      throw new PalimpsestError("TOO_DEEP", `Nested more than ${MAX_DEPTH} levels deep.`);
    if (typeof inner === "string") return maskField(key, inner, types);
    if (Array.isArray(inner)) return inner.map((item) => mask(item, key, depth + 1));
    if (inner === null || typeof inner !== "object") return inner;
    const masked = new Map<string, unknown>();
    for (const [name, item] of Object.entries(inner)) {
      masked.set(freeName(masked, maskField("", name, types)), mask(item, name, depth + 1));
    }
    return Object.fromEntries(masked);
  };
  return { value: mask(value, "", 0) as T, found: tally(types) };
}

/** Two keys may have become the same one. */
function freeName(taken: ReadonlyMap<string, unknown>, name: string): string {
  let free = name;
  for (let n = 2; taken.has(free); n++) free = `${name} ${n}`;
  return free;
}

function maskField(key: string, text: string, types: string[]): string {
  if (text === SECRET_MARK) return text;
  if (isSecretField(key, text)) {
    types.push("assigned_secret");
    return SECRET_MARK;
  }
  const masked = maskSecrets(text);
  for (const { type, count } of masked.found) for (let i = 0; i < count; i++) types.push(type);
  return masked.text;
}

export function tally(types: string[]): FoundSecret[] {
  const counts = new Map<string, number>();
  for (const type of types) counts.set(type, (counts.get(type) ?? 0) + 1);
  return Array.from(counts, ([type, count]) => ({ type, count }));
}
