const EDGE_BEFORE = "(?<![\\p{L}\\p{N}_./:+-]|\\d[ -])";
const EDGE_AFTER = "(?![\\p{L}\\p{N}_]|[-./:]\\d)";
const shape = (body: string) => new RegExp(`${EDGE_BEFORE}(?:${body})${EDGE_AFTER}`, "gu");

/** Shapes that only telephone numbers have. Each is bounded in length. */
const SHAPES = [
  // +49 30 901820, +1 (415) 555-2671
  shape("\\+[1-9](?:[ .()/-]{0,2}\\d){7,14}"),
  // 0049 30 901820
  shape("00[1-9]\\d{0,2}[ -](?:[ ()-]{0,2}\\d){6,12}"),
  // (415) 555-2671, 415-555-2671, 415.555.2671, 1-415-555-2671
  shape("(?:1[ .-])?(?:\\([2-9]\\d{2}\\) ?|[2-9]\\d{2}[ .-])[2-9]\\d{2}[ .-]\\d{4}"),
  // 020 7946 0958, 03-1234-5678, 090-1234-5678, 0171 2345678
  shape("\\(?0\\d{1,4}\\)?[ -]\\d{2,4}[ -]\\d{3,4}(?:[ -]\\d{2,4})?|0[1-9]\\d{2,3}[ /-]\\d{6,8}"),
];
/** Eight digits or more that the text itself calls a telephone number. */
const NAMED =
  /(?<!\p{L})(?:phone|telephone|tel|mobile|cell|whatsapp|sms|fax|telefon|handy|mobil)(?: (?:number|no|nr))?\.?(?: is)?[:#]? {0,2}(\(?\d(?:[ ().-]{0,2}\d){7,14})(?![\p{L}\p{N}])/iu;
const DATE = /(?:19|20)\d{2}[-./ ]\d{1,2}[-./ ]\d{1,2}/;

export function hasPhone(text: string): boolean {
  return (
    NAMED.test(text) ||
    SHAPES.some((pattern) => Array.from(text.matchAll(pattern)).some(([match]) => isNumber(match)))
  );
}

function isNumber(match: string): boolean {
  const digits = match.replace(/\D/g, "");
  if (DATE.test(match) || /^(\d)\1+$/.test(digits)) return false;
  return match.startsWith("+") ? digits.length >= 8 && digits.length <= 15 : digits.length >= 10;
}
