import { createHash } from "node:crypto";

/** The hash by which a claim's text is known: of its NFC form, trimmed, each run of white space as one blank. */
export const contentHash = (text: string): string =>
  `sha256:${createHash("sha256").update(text.normalize("NFC").replace(/\s+/gu, " ").trim()).digest("hex")}`;
