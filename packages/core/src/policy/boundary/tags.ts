/** Tags for which something is meant: those named, or every tag there is. */
export type Tags = readonly string[] | "every";

/** Whether an entry of a list admits a tag: the same tag, or a prefix of it with a star, as in `tool:*`. */
export const admits = (entry: string, tag: string): boolean =>
  entry === tag || (entry.endsWith("*") && tag.startsWith(entry.slice(0, -1)));

/**
 * The tags that count for a call: of those that it asks for, the ones that its credential was granted; all granted ones
 * if it asks for none by name, and every tag if it was granted `*`. Undefined if it asks only for what it was not granted.
 */
export function tagsOf(asked: readonly string[] | undefined, granted: Tags): Tags | undefined {
  if (asked === undefined) return granted.includes("*") ? "every" : granted;
  if (granted === "every") return asked;
  const kept = asked.filter((tag) => granted.some((grant) => admits(grant, tag)));
  return kept.length === 0 && asked.length > 0 ? undefined : kept;
}

/** Whether a class is open to one of the tags. One that admits everything is open without a tag. */
export function isOpenTo(allow: readonly string[], tags: Tags): boolean {
  if (tags === "every") return allow.length > 0;
  return allow.includes("*") || tags.some((tag) => allow.some((entry) => admits(entry, tag)));
}
