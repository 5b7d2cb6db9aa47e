import { detectClass } from "../text/index.js";

const classes = ["public", "internal", "pii", "secret"];

/** The class that was asked for, or the higher one that the text raises itself to. */
export function boundaryClassOf(text: string, asked = "public"): string {
  const detected = detectClass(text) ?? "public";
  return classes.indexOf(detected) > classes.indexOf(asked) ? detected : asked;
}
