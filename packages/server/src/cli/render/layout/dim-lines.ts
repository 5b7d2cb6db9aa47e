import type { Style } from "./style.js";
import { wrap } from "./wrap.js";

/** Lines about an answer, below it. */
export const dimLines = (lines: string[], style: Style): string =>
  lines.map((line) => style.paint("dim", wrap(line, style.width))).join("\n");
