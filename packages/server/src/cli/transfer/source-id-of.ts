import { createHash } from "node:crypto";

const most = 500;
const kept = 400;

/**
 * What a file, or a part of it, is called as a source: its path, so that equal names in two folders are two documents. A
 * path that is too long or holds characters that no id may is told from others by its digest.
 */
export function sourceIdOf(path: string, part = ""): string {
  const whole = `${path.replaceAll("\\", "/")}${part}`;
  if (whole.length <= most && !/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]/u.test(whole)) return whole;
  const digest = createHash("sha256").update(whole).digest("hex").slice(0, 16);
  return `${whole.slice(-kept).replace(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu, "_")} ${digest}`;
}
