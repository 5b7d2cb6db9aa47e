import { card, email, iban, ip, national_id, phone } from "./personal.js";
import { secret } from "./secret.js";

export const heldOut = { email, phone, card, iban, ip, national_id, secret };
