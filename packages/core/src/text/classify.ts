import { hasCard } from "./personal/card.js";
import { hasEmail } from "./personal/email.js";
import { hasIban } from "./personal/iban.js";
import { hasPhone } from "./personal/phone.js";
import { hasSsn } from "./personal/ssn.js";
import { shadowOf } from "./shadow.js";

/**
 * The boundary class that a text raises itself to: `pii` if it holds an e-mail address, a telephone, card,
 * bank account or social security number. Linear in the text.
 */
export function detectClass(text: string): "pii" | undefined {
  const plain = shadowOf(text).text;
  return [hasEmail, hasSsn, hasIban, hasCard, hasPhone].some((has) => has(plain)) ? "pii" : undefined;
}
