import { expect, it } from "vitest";
import { maskSecrets } from "../mask-secrets.js";
import { maskLongText } from "./mask-long-text.js";

const key = (n: number) => `sk-proj-${String(n).padStart(4, "0")}AbCdEfGhIjKlMnOpQrStUvWxYz0123456789`;
const pem = `-----BEGIN PRIVATE KEY-----\n${"MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSj\n".repeat(200)}-----END PRIVATE KEY-----`;

it("masks what masking it at once masks, wherever it lies", async () => {
  const filler = "A line of ordinary words that say little.\n";
  // Around the borders of windows, at every distance.
  const parts = Array.from({ length: 40 }, (_, n) => filler.repeat(160) + (n % 8 === 3 ? pem : key(n)));
  const text = `${parts.join(" ")} password: hunter2secret é`;
  expect(text.length).toBeGreaterThan(270_000);
  const masked = await maskLongText(text);
  expect(masked).toEqual(maskSecrets(text));
  expect(masked.found.reduce((sum, { count }) => sum + count, 0)).toBe(41);
});

it("leaves long texts without secrets and without blanks as they are", async () => {
  for (const text of ["word ".repeat(60_000), "ä".repeat(300_000)]) {
    expect(await maskLongText(text)).toEqual({ text, found: [] });
  }
});

it.each(["x", "😀"])("masks the secret beside a run of millions of %s", async (unit) => {
  const run = unit.repeat(9_000_000 / unit.length);
  const masked = await maskLongText(`${key(1)} ${run}`);
  expect(masked.text === `[SECRET_REDACTED] ${run}`).toBe(true);
});
