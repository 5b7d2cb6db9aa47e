import { seededRandom } from "../lib/random.js";

/** Valid numbers and keys, made up. The check digits are computed here, not by the product. */
export type Maker = () => string;

const alphabets = {
  digit: "0123456789",
  hex: "0123456789abcdef",
  upper: "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789",
  letter: "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
  alnum: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789",
  lower: "abcdefghijklmnopqrstuvwxyz0123456789",
};

export function makers(seed: number) {
  const { next: random } = seededRandom(seed);
  const below = (bound: number) => Math.floor(random() * bound);
  const string = (alphabet: string, length: number) =>
    Array.from({ length }, () => alphabet[below(alphabet.length)]).join("");
  const digits = (length: number) => string(alphabets.digit, length);
  const pick = <T>(...all: T[]): T => all[below(all.length)]!;
  const two = (value: number) => String(value).padStart(2, "0");
  const sum = (text: string, weights: number[]) => weights.reduce((s, w, at) => s + w * Number(text[at]), 0);
  const luhnDigit = (body: string) => {
    const total = [...body].reverse().reduce((s, d, at) => {
      const n = at % 2 === 0 ? Number(d) * 2 : Number(d);
      return s + Math.floor(n / 10) + (n % 10);
    }, 0);
    return String((10 - (total % 10)) % 10);
  };
  const retry = (make: () => string | undefined): string => {
    for (;;) {
      const made = make();
      if (made !== undefined) return made;
    }
  };
  const date = () => ({ year: 1940 + below(60), month: 1 + below(12), day: 1 + below(28) });

  const simple: Record<string, Maker> = {
    nl: () => "\n",
    ssn: () => `${100 + below(560)}${two(1 + below(98))}${1000 + below(8999)}`,
    sin: () => {
      const body = `${pick(1, 2, 3, 4, 5, 6, 7, 9)}${digits(7)}`;
      return body + luhnDigit(body);
    },
    bsn: () =>
      retry(() => {
        const body = `${1 + below(9)}${digits(7)}`;
        const rest = sum(body, [9, 8, 7, 6, 5, 4, 3, 2]) % 11;
        return rest < 10 ? body + rest : undefined;
      }),
    steuer: () => {
      const shuffled = [..."0123456789"].sort(() => random() - 0.5);
      shuffled[9] = shuffled[below(9)]!;
      while (shuffled[0] === "0") shuffled.push(shuffled.shift()!);
      let product = 10;
      for (const d of shuffled) {
        const s = (Number(d) + product) % 10;
        product = ((s === 0 ? 10 : s) * 2) % 11;
      }
      return shuffled.join("") + ((11 - product) % 10);
    },
    nir: () => {
      const body = `${pick(1, 2)}${two(below(99))}${two(1 + below(12))}${two(1 + below(95))}${two(below(99)).padStart(3, "0")}${digits(3)}`;
      return body + two(Number(97n - (BigInt(body) % 97n)));
    },
    personnummer: () => {
      const { year, month, day } = date();
      const body = `${two(year % 100)}${two(month)}${two(day)}${digits(3)}`;
      return body + luhnDigit(body);
    },
    ahv: () => {
      const body = `756${digits(9)}`;
      const total = [...body].reduce((s, d, at) => s + Number(d) * (at % 2 === 0 ? 1 : 3), 0);
      return body + ((10 - (total % 10)) % 10);
    },
    pesel: () => {
      const { year, month, day } = date();
      const body = `${two(year % 100)}${two(month)}${two(day)}${digits(4)}`;
      return body + ((10 - (sum(body, [1, 3, 7, 9, 1, 3, 7, 9, 1, 3]) % 10)) % 10);
    },
    cpf: () => {
      let body = digits(8) + String(1 + below(8));
      for (const length of [9, 10]) {
        const rest =
          sum(
            body,
            Array.from({ length }, (_, at) => length + 1 - at),
          ) % 11;
        body += rest < 2 ? 0 : 11 - rest;
      }
      return body;
    },
    aadhaar: () => {
      const body = `${2 + below(8)}${digits(10)}`;
      return retry(() => {
        const whole = body + below(10);
        return verhoeffSum(whole) === 0 ? whole : undefined;
      });
    },
    mynumber: () => {
      const body = digits(11);
      const rest = sum(body, [6, 5, 4, 3, 2, 7, 6, 5, 4, 3, 2]) % 11;
      return body + (rest <= 1 ? 0 : 11 - rest);
    },
    rrn: () => {
      const { year, month, day } = date();
      const body = `${two(year % 100)}${two(month)}${two(day)}${pick(1, 2)}${digits(5)}`;
      return body + ((11 - (sum(body, [2, 3, 4, 5, 6, 7, 8, 9, 2, 3, 4, 5]) % 11)) % 10);
    },
    resident: () => {
      const { year, month, day } = date();
      const body = `${pick("110105", "310104", "440301", "510104")}${year}${two(month)}${two(day)}${digits(3)}`;
      return body + "10X98765432"[sum(body, [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]) % 11];
    },
    dni: () => {
      const body = digits(8);
      return body + "TRWAGMYFPDXBNJZSQVHLCKE"[Number(body) % 23];
    },
    nie: () => {
      const [first, body] = [below(3), digits(7)];
      return `${"XYZ"[first]}${body}${"TRWAGMYFPDXBNJZSQVHLCKE"[Number(`${first}${body}`) % 23]}`;
    },
    nino: () => `${pick("AB", "CE", "JT", "PW", "SR", "YX")}${digits(6)}${pick("A", "B", "C", "D")}`,
    pan: () =>
      `${string(alphabets.letter, 3)}P${string(alphabets.letter, 1)}${digits(4)}${string(alphabets.letter, 1)}`,
    visa: () => withLuhn(`4${digits(14)}`),
    mastercard: () => withLuhn(`5${1 + below(5)}${digits(13)}`),
    amex: () => withLuhn(`3${pick(4, 7)}${digits(12)}`),
    discover: () => withLuhn(`6011${digits(11)}`),
    jcb: () => withLuhn(`35${30 + below(50)}${digits(11)}`),
    diners: () => withLuhn(`36${digits(11)}`),
    ibanDE: () => iban("DE", digits(18)),
    ibanGB: () => iban("GB", string(alphabets.letter, 4) + digits(14)),
    ibanFR: () => iban("FR", `${digits(10)}${string(alphabets.upper, 11)}${digits(2)}`),
    ibanNL: () => iban("NL", `${pick("ABNA", "INGB", "RABO")}${digits(10)}`),
    ibanES: () => iban("ES", digits(20)),
    ibanCH: () => iban("CH", digits(17)),
    ibanNO: () => iban("NO", digits(11)),
    ibanPL: () => iban("PL", digits(24)),
    ibanMT: () => iban("MT", `${string(alphabets.letter, 4)}${digits(5)}${string(alphabets.upper, 18)}`),
  };
  function withLuhn(body: string) {
    return body + luhnDigit(body);
  }
  function iban(country: string, bban: string) {
    const number = `${bban}${country}00`.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));
    return `${country}${two(Number(98n - (BigInt(number) % 97n)))}${bban}`;
  }

  /** `{visa}`, `{visa 4-4-4-4}` in groups, `{visa 4.4.4.4}` with dots, `{hex 32}`; `{}` is nothing. */
  return (template: string): string =>
    template.replace(/\{([a-zA-Z]*)(?: ([^}]*))?\}/g, (whole, name: string, form?: string) => {
      if (name === "") return "";
      const alphabet = alphabets[name as keyof typeof alphabets];
      if (alphabet) return string(alphabet, Number(form));
      const make = simple[name];
      if (!make) return whole;
      return form === undefined ? make() : grouped(make(), form);
    });
}

const JOINS: Record<string, string> = { _: " ", u: "_", n: "\n", t: "\t" };

/** `4-4-4`: with dashes; `4_4_4`: with blanks; `3.3.3-2` with dots and a dash; `4u4`, `4n4`, `4t4`: line, new line, tab. */
function grouped(text: string, form: string): string {
  let at = 0;
  return form.replace(/(\d+)([._unt-]?)/g, (_, length: string, join: string) => {
    const part = text.slice(at, at + Number(length));
    at += Number(length);
    return part + (JOINS[join] ?? join);
  });
}

/** The dihedral group by its rule: reflections and rotations of a pentagon. */
function times(a: number, b: number): number {
  const turn = (n: number) => n % 5;
  if (a < 5) return b < 5 ? turn(a + b) : 5 + turn(a + b);
  return b < 5 ? 5 + turn(a - b + 5) : turn(a - b + 5);
}

function verhoeffSum(digits: string): number {
  const first = [1, 5, 7, 6, 2, 8, 3, 0, 9, 4];
  return [...digits].reverse().reduce((check, digit, at) => {
    let turned = Number(digit);
    for (let n = 0; n < at % 8; n++) turned = first[turned]!;
    return times(check, turned);
  }, 0);
}
