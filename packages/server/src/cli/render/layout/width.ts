import stringWidth from "string-width";

const segmenter = new Intl.Segmenter();

/** Fills text with blanks up to so many columns. */
export const padTo = (text: string, width: number): string =>
  text + " ".repeat(Math.max(0, width - stringWidth(text)));

/** Cuts text to so many columns, with an ellipsis if anything was cut. */
export function fitTo(text: string, width: number): string {
  if (stringWidth(text) <= width) return text;
  let kept = "";
  let used = 0;
  for (const { segment } of segmenter.segment(text)) {
    used += stringWidth(segment);
    if (used > width - 1) break;
    kept += segment;
  }
  return `${kept}…`;
}
