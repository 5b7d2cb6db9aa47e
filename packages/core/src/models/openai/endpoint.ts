import { PalimpsestError } from "@palimpsest/contract";

const DEFAULT_URL = "https://api.openai.com/v1";

/** An address below OPENAI_BASE_URL. */
export function openaiUrl(base: string | undefined, path: "embeddings" | "chat/completions"): URL {
  const given = base || DEFAULT_URL;
  const url = URL.canParse(given) ? new URL(given) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) {
    throw new PalimpsestError(
      "VALIDATION_ERROR",
      "OPENAI_BASE_URL must be an http or https address without a user name, such as https://api.openai.com/v1.",
    );
  }
  url.pathname = `${url.pathname.replace(/\/+$/, "")}/${path}`;
  return url;
}

/** Checked here, since fetch rejects a header with a line break with a message that repeats the key. */
export function checkedKey(key: string | undefined): string | undefined {
  const trimmed = key?.trim();
  if (trimmed && !/^[\x21-\x7e]+$/.test(trimmed)) {
    throw new PalimpsestError(
      "VALIDATION_ERROR",
      "OPENAI_API_KEY must not hold blanks, line breaks or other special characters.",
    );
  }
  return trimmed || undefined;
}
