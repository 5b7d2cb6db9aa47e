import { card } from "./card.js";
import { email } from "./email.js";
import { iban } from "./iban.js";
import { ip } from "./ip.js";
import { nationalId } from "./national-id.js";
import { phone } from "./phone.js";
import { secret } from "./secret.js";

export const tuned = { email, phone, card, iban, ip, national_id: nationalId, secret };
