import type { Finding } from "../doctor/finding.js";
import { indent } from "./layout/indent.js";
import type { Style } from "./layout/style.js";
import { wrap } from "./layout/wrap.js";

const nameColumns = 18;
const margin = " ".repeat(nameColumns + 4);

/** One check of doctor, and how to fix what it found. */
export function renderFinding({ check, ok, message, fix }: Finding, { paint, width }: Style): string {
  const shown = (text: string) =>
    indent(wrap(text, width === undefined ? undefined : width - margin.length), margin).trimStart();
  const mark = ok ? paint("green", "✓") : paint("red", "✗");
  return [
    `${mark} ${check.padEnd(nameColumns)}  ${shown(message)}`,
    ...(fix === undefined ? [] : [`${margin}${paint("yellow", shown(`→ ${fix}`))}`]),
  ].join("\n");
}
