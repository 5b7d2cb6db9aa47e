const pattern = /^(0|[1-9]\d{0,8})(?:\.(0|[1-9]\d{0,8}))?(?:\.(0|[1-9]\d{0,8}))?$/;

/** `1`, `1.2` and `1.2.3` as three numbers; undefined for anything else. */
function numbersOf(version: string): number[] | undefined {
  const [, ...parts] = pattern.exec(version) ?? [];
  return parts.length === 0 ? undefined : parts.map((part) => Number(part ?? 0));
}

/** A version as it is kept: `1.2` becomes `1.2.0`. */
export const normaliseVersion = (version: string): string | undefined => numbersOf(version)?.join(".");

/** Whether a version comes after another. What is no number, such as the shipped policy's, comes before all others. */
export function isHigher(version: string, than: string): boolean {
  const [a, b] = [numbersOf(version), numbersOf(than)];
  if (a === undefined || b === undefined) return a !== undefined;
  const differs = a.findIndex((part, at) => part !== b[at]);
  return differs >= 0 && a[differs]! > b[differs]!;
}

/** The highest version there can be. */
const LAST = "999999999.999999999.999999999";

/** Whether no version comes after this one. */
export const isLast = (version: string): boolean => version === LAST;
