import type { Written } from "./chains.js";
import { isBirthDate, luhn, mod11and10, remainder, verhoeff, weighted } from "./check-digits.js";

/** A national id that consists of digits. */
export interface NationalNumber {
  type: string;
  lengths: readonly number[];
  /** Written like this it needs no word beside it. */
  shapes: readonly string[];
  joins?: RegExp;
  check(digits: string): boolean;
  /** The words that name it. */
  names: RegExp;
  /** The number of every example: it counts only beside such a word. */
  sample?: string;
}

const part = (digits: string, from: number, to: number) => Number(digits.slice(from, to));
const isSame = (digits: string) => /^(\d)\1*$/.test(digits);

const isSsn = (d: string) =>
  !/^(?:000|666|9)/.test(d) && d.slice(3, 5) !== "00" && d.slice(5) !== "0000" && !isSame(d);

const isSteuerId = (d: string) => {
  const counts = [..."0123456789"].map((digit) => d.slice(0, 10).split(digit).length - 1);
  return (
    !d.startsWith("0") &&
    counts.filter((n) => n > 1).length === 1 &&
    Math.max(...counts) <= 3 &&
    mod11and10(d)
  );
};

const isNir = (d: string) =>
  /^[123478]/.test(d) && part(d, 3, 5) > 0 && 97 - remainder(d.slice(0, 13), 97) === part(d, 13, 15);

const isBsn = (d: string) => {
  const nine = d.padStart(9, "0");
  return !isSame(d) && weighted(nine, [9, 8, 7, 6, 5, 4, 3, 2, -1]) % 11 === 0;
};

/** A coordination number has 60 added to the day. */
const isPersonnummer = (d: string) => {
  const ten = d.slice(-10);
  const years = d.length === 12 ? [part(d, 0, 4)] : [1900 + part(ten, 0, 2), 2000 + part(ten, 0, 2)];
  return luhn(ten) && years.some((year) => isBirthDate(year, part(ten, 2, 4), part(ten, 4, 6) % 60));
};

const isAhv = (d: string) =>
  d.startsWith("756") && weighted(d, [1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1]) % 10 === 0;

/** The month tells the century. */
const isPesel = (d: string) => {
  const centuries = [1900, 2000, 2100, 2200, 1800];
  const month = part(d, 2, 4);
  const year = centuries[Math.floor(month / 20)]! + part(d, 0, 2);
  return (
    isBirthDate(year, month % 20, part(d, 4, 6)) && weighted(d, [1, 3, 7, 9, 1, 3, 7, 9, 1, 3, 1]) % 10 === 0
  );
};

const isCpf = (d: string) => {
  const digit = (length: number) => {
    const rest =
      (weighted(
        d,
        Array.from({ length }, (_, at) => length + 1 - at),
      ) *
        10) %
      11;
    return rest % 10;
  };
  return !isSame(d) && digit(9) === Number(d[9]) && digit(10) === Number(d[10]);
};

const isMyNumber = (d: string) => {
  const rest = weighted(d, [6, 5, 4, 3, 2, 7, 6, 5, 4, 3, 2]) % 11;
  return !isSame(d) && (rest <= 1 ? 0 : 11 - rest) === Number(d[11]);
};

/** Numbers given since October 2020 have no check digit. */
const isRrn = (d: string) => {
  const century = { "9": 1800, "0": 1800, "1": 1900, "2": 1900, "5": 1900, "6": 1900 }[d[6]!] ?? 2000;
  const year = century + part(d, 0, 2);
  if (!isBirthDate(year, part(d, 2, 4), part(d, 4, 6))) return false;
  const sum = weighted(d, [2, 3, 4, 5, 6, 7, 8, 9, 2, 3, 4, 5]);
  return (11 - (sum % 11)) % 10 === Number(d[12]) || year * 100 + part(d, 2, 4) >= 2020_10;
};

/** The last character is X for a remainder of ten; that form is found with the ids that have letters. */
export const isResidentId = (id: string) => {
  const sum = weighted(id, [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]);
  return (
    /^[1-8]/.test(id) &&
    isBirthDate(part(id, 6, 10), part(id, 10, 12), part(id, 12, 14)) &&
    "10X98765432"[sum % 11] === id[17]?.toUpperCase()
  );
};

const GENERIC =
  "national (?:id|identity|identification)|identity (?:card|number|no)|personal (?:id|number)|citizen id";
const names = (own: string, generic = true) => new RegExp(generic ? `${own}|${GENERIC}` : own, "iu");

const nationalNumbers: readonly NationalNumber[] = [
  {
    ...{ type: "us_ssn", lengths: [9], shapes: ["3-2-4"], joins: /^(?:-|\.)$/, check: isSsn },
    names: names(
      "\\bssn\\b|\\bss ?#|social[ -]?security|soc(?:ial)?\\.? sec|seguro social|\\bsocial(?: (?:number|no|num))?\\.?(?: (?:is|was))?:? ?$",
      false,
    ),
    sample: "123456789",
  },
  {
    ...{ type: "ca_sin", lengths: [9], shapes: ["3-3-3"], joins: /^-$/ },
    check: (d) => !/^[08]/.test(d) && !isSame(d) && luhn(d),
    names: names("\\bSIN\\b|\\bNAS\\b|social[ -]?insurance|assurance[ -]sociale", false),
  },
  {
    ...{ type: "nl_bsn", lengths: [8, 9], shapes: [], check: isBsn },
    names: names("\\bbsn\\b|burgerservice|sofi-?nummer|citizen service", false),
  },
  {
    ...{ type: "de_steuer_id", lengths: [11], shapes: ["2-3-3-3"], check: isSteuerId },
    names: names(
      "steuer-?(?:id|nr|nummer|ident)|identifikationsnummer|steuerliche|\\bidnr|\\bid-nr|tax[ -]?(?:id|number|payer)|\\btin\\b",
    ),
  },
  {
    ...{ type: "fr_nir", lengths: [15], shapes: ["1-2-2-2-3-3-2", "1-2-2-2-3-3-1-1", "13-2"], check: isNir },
    names: names(
      "\\bnir\\b|s[ée]cu(?:rit[ée])?(?!\\p{L})|\\bn[°o]\\.? ?ss\\b|social[ -]?security|insee|assur[ée] social",
    ),
  },
  {
    ...{
      type: "se_personnummer",
      lengths: [10, 12],
      shapes: ["6-4", "8-4"],
      joins: /^-$/,
      check: isPersonnummer,
    },
    names: names("person-?(?:nummer|nr)|\\bpers\\.? ?n(?:umme)?r\\b|\\bpnr\\b|samordningsnummer|swedish id"),
  },
  {
    ...{ type: "ch_ahv", lengths: [13], shapes: ["3-4-4-2"], check: isAhv },
    names: names("\\bahv|\\bavs\\b|\\boasi\\b|sozialversicherung|social[ -]?security|assurance[ -]sociale"),
  },
  { type: "pl_pesel", lengths: [11], shapes: [], check: isPesel, names: names("\\bpesel") },
  {
    ...{ type: "br_cpf", lengths: [11], shapes: ["3-3-3-2"], joins: /^[.-]+$/, check: isCpf },
    names: names("\\bcpf\\b|cadastro de pessoa|taxpayer"),
  },
  {
    ...{ type: "in_aadhaar", lengths: [12], shapes: ["4-4-4"] },
    check: (d) => /^[2-9]/.test(d) && !isSame(d) && verhoeff(d),
    names: names("aadha+r|adhaar|\\buid(?:ai)?\\b|आधार"),
  },
  {
    ...{ type: "jp_my_number", lengths: [12], shapes: [], check: isMyNumber },
    names: names("my[ -]?number|マイナンバー|個人番号|individual number"),
  },
  {
    ...{ type: "kr_rrn", lengths: [13], shapes: ["6-7"], joins: /^-$/, check: isRrn },
    names: names("주민|\\brrn\\b|resident registration"),
  },
  {
    ...{ type: "cn_resident_id", lengths: [18], shapes: [], check: isResidentId },
    names: names(
      "身份[证證号號]|身分[证證]|公民身份|resident (?:id|identity)|\\bid (?:card|no|number)|chinese id",
    ),
  },
];

const byLength = new Map<number, NationalNumber[]>();
for (const id of nationalNumbers) {
  for (const length of id.lengths) byLength.set(length, [...(byLength.get(length) ?? []), id]);
}

/** The ids that have so many digits. */
export const idsOfLength = (length: number): readonly NationalNumber[] => byLength.get(length) ?? [];

export const hasShape = (
  { shapes, joins }: NationalNumber,
  { shape, joins: used, alone }: Written,
): boolean => alone && shapes.includes(shape) && (joins === undefined || joins.test(used));
