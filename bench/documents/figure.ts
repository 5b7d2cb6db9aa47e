import type { EngineName } from "../lib/store.js";

/** What was measured, and the most or the least that it may be. */
export interface Figure {
  engine: EngineName;
  step: string;
  value: number;
  unit: string;
  most?: number;
  least?: number;
}

export const isMet = ({ value, most, least }: Figure): boolean =>
  (most === undefined || value <= most) && (least === undefined || value >= least);

export function toldTarget(figure: Figure): string {
  const { most, least } = figure;
  if (most === undefined && least === undefined) return "";
  return `${most === undefined ? `>= ${least}` : `<= ${most}`}: ${isMet(figure) ? "met" : "missed"}`;
}
