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
