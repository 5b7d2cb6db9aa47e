import { kindOf } from "@palimpsest/contract";
import type { Patch } from "../../../edit.js";
import type { Target } from "../../../read/target.js";
import { type Correction, carryOver } from "./carry-over.js";

/** The amendment that makes a correction in another memory; undefined where the wrong words do not stand in it, or the right ones do not fit. */
export function carriedPatch(target: Target, correction: Correction): Patch | undefined {
  const kind = kindOf(target.kind);
  if (!kind.text) {
    const text = carryOver(target.text, correction);
    return text === undefined ? undefined : { text };
  }
  const corrected = kind.amendable.attributes.flatMap((key) => {
    const value = correctedValue(target.attributes[key], correction);
    return value === undefined ? [] : [[key, value] as const];
  });
  const fits = corrected.every(([key, value]) => kind.attributes.shape[key]!.safeParse(value).success);
  return corrected.length > 0 && fits ? { attributes: Object.fromEntries(corrected) } : undefined;
}

function correctedValue(value: unknown, correction: Correction): string | string[] | undefined {
  if (typeof value === "string") return carryOver(value, correction);
  if (!Array.isArray(value)) return undefined;
  const lines = value.map((line: string) => carryOver(line, correction));
  return lines.some((line) => line !== undefined) ? lines.map((line, at) => line ?? value[at]) : undefined;
}
