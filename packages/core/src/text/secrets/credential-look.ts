/** Values in the place of a secret that are not secrets. */
const ORDINARY = new Set(
  `any array basic bearer blob bool boolean bytes changed char correct disabled empty enabled expired false
  forgotten hashed hidden incorrect int integer invalid leaked length lost managed masked missing must n/a needed
  nil no none null number oauth object ok omitted optional password passwords please policy protected provided
  redacted rejected removed required reset revoked rotated secret secrets see set should str string text todo token
  tokens true undefined unknown unset updated valid varchar was weak will wrong yes
  vergessen falsch ungültig abgelaufen geändert erforderlich gesperrt vergeten verplicht onjuist verlopen oublié oubliée
  incorrecte invalide obligatoire requis requise expiré olvidada incorrecta inválida obligatoria requerida caducada esquecida
  incorreta obrigatória errata dimenticata obbligatoria scaduta nieprawidłowe błędne wymagane zapomniane неверный
  неправильный обязателен забыт забыли изменён glömt krävs špatné zapomenuté`.split(/\s+/),
);
const longestOrdinary = Math.max(...[...ORDINARY].map(({ length }) => length));
const PLACEHOLDER =
  /^(?:[x*._-]+|your[-_ ].*|\[.*|\{\{.*|\$\{.*|\$\(.*|\$[A-Z_][A-Z0-9_]*|%[A-Z_]+%|%\(.*|<.*)$/i;
const REFERENCE = /^(?:process\.env|import\.meta|os\.|env\.|https?:|file:|\/[\w.-]+\/|\.{1,2}\/|~\/)/;
const CALL = /^[A-Za-z_$][\w$.]{0,80}(?:\(|\[\w{0,20}\]?$)/;
const NAME_PATH = /^[A-Za-z_$][A-Za-z_$]*(?:\.[A-Za-z_$]+)+$/;
const DATE = /^\d{4}-\d{2}-\d{2}/;

/** Whether the value is an ordinary word, a variable, a call or a path, and not a secret. */
export function isStandIn(value: string): boolean {
  return (
    (value.length <= longestOrdinary && ORDINARY.has(value.toLowerCase())) ||
    PLACEHOLDER.test(value) ||
    REFERENCE.test(value) ||
    CALL.test(value) ||
    NAME_PATH.test(value)
  );
}

/** Whether a word does not look like language: digits among letters, special characters, mixed case, great length. */
export function looksRandom(value: string): boolean {
  if (value.length < 6 || DATE.test(value)) return false;
  const letter = /[A-Za-z]/.test(value);
  if (letter && /[\d!@#$%^&*+~?]/.test(value)) return true;
  return (
    value.length >= 16 &&
    /^[A-Za-z0-9_+/=-]+$/.test(value) &&
    (/[A-Z]/.test(value.slice(1)) || value.length >= 24)
  );
}

/** What stands after the word password without being one: algorithms and formats. */
const TECHNICAL =
  /^(?:sha|md|pbkdf|argon|bcrypt|scrypt|base|utf|aes|rsa|hmac|ntlm|oauth|ipv|http|tls|ssl|rfc|iso|wpa|win|office|mysql|postgres|python|php|java|node|web|fido)[a-z]{0,10}[-_]?v?\d/i;
/** And things that are counted. */
const COUNTED = new Set(
  `account answer api app attempt box build case chapter char chars character check class client column day db device
  dialog entry example expert field figure file form group hash host input issue item keeper key length lesson level line
  list login manager method mode model module month option page part phase plan policy prompt question release reset row
  rule safe screen section server service site step store system tab table task test ticket tier type user vault version
  week window year`.split(/\s+/),
);
const STEM = /^([a-z]+)[-_]?\d+$/i;
const FILE_OR_ADDRESS = /\.[a-z]{2,5}$|[/\\([{=:]/i;

/**
 * Whether what follows the word password after a mere blank is one: letters and digits that make neither a name nor a
 * number of something, in a form that only passwords have or at the end of a clause.
 */
export function looksTyped(value: string, ends: boolean): boolean {
  if (value.length < 6 || value.length > 64 || isStandIn(value) || DATE.test(value)) return false;
  if (/^\d+$/.test(value)) return ends && value.length <= 12;
  if (!/[A-Za-z]/.test(value) || !/\d/.test(value)) return false;
  if (/^\d/.test(value) && !/[A-Za-z]{3}/.test(value)) return false;
  if (TECHNICAL.test(value) || FILE_OR_ADDRESS.test(value)) return false;
  const stem = STEM.exec(value)?.[1]?.toLowerCase();
  if (stem !== undefined && (COUNTED.has(stem) || COUNTED.has(stem.replace(/s$/, "")))) return false;
  if (ends) return true;
  return /[!@#$%^*+~]/.test(value) || (/[A-Z]/.test(value.slice(1)) && /[a-z]\d[a-zA-Z]/.test(value));
}
