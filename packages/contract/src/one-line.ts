import { z } from "zod";
import { hasNoBidiControls, isVisible, noBidiControls } from "./names.js";

const oneLine = (most: number) =>
  z
    .string()
    .max(most)
    .refine(isVisible, { error: "must hold visible text", params: { code: "EMPTY_CONTENT" } })
    .refine((value) => !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(value), "must be one line, without control characters")
    .refine(hasNoBidiControls, noBidiControls)
    .meta({ minLength: 1 });

/** A short name that groups memories, for instance a category or a domain. */
export const label = oneLine(64);
/** Text of one line, and a list of such. */
export const line = oneLine(4_000);
export const lines = z.array(line).max(100);
