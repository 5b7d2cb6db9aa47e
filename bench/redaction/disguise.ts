/** Ways to hide a piece of text from a search for it. Undefined where a way makes no sense. */
export type Disguise = (text: string) => string | undefined;

const each = (text: string, change: (sign: string) => string) => [...text].map(change).join("");
const code = (sign: string) => sign.codePointAt(0)!;
const mirrored = (sign: string) => ({ "(": ")", ")": "(", "[": "]", "]": "[" })[sign] ?? sign;
const isAscii = (text: string) => /^[\x20-\x7e]+$/.test(text);
const LOOK_ALIKES: Record<string, string> = {
  a: "а",
  e: "е",
  o: "о",
  p: "р",
  c: "с",
  x: "х",
  A: "А",
  E: "Е",
  O: "О",
};

export const disguises: Record<string, Disguise> = {
  "zero width": (text) => [...text].join("\u200b"),
  "soft hyphen": (text) => text.replace(/(.{3})(?=.)/gu, "$1\u00ad"),
  "full width": (text) =>
    isAscii(text)
      ? each(text, (sign) => (sign === " " ? " " : String.fromCharCode(code(sign) + 0xfee0)))
      : undefined,
  "look-alike": (text) =>
    /[aeopcxAEO]/.test(text) && /[b-df-hj-np-tvwyz]/i.test(text)
      ? text.replace(/[aeopcxAEO]/, (sign) => LOOK_ALIKES[sign]!)
      : undefined,
  entities: (text) => (isAscii(text) ? each(text, (sign) => `&#${code(sign)};`) : undefined),
  "entities of signs": (text) =>
    /[^A-Za-z0-9 ]/.test(text) && isAscii(text)
      ? each(text, (sign) => (/[A-Za-z0-9 ]/.test(sign) ? sign : `&#x${code(sign).toString(16)};`))
      : undefined,
  "\\u": (text) =>
    isAscii(text) ? each(text, (sign) => `\\u${code(sign).toString(16).padStart(4, "0")}`) : undefined,
  "URL-encoded": (text) =>
    isAscii(text)
      ? each(text, (sign) =>
          /[A-Za-z0-9]/.test(sign) ? sign : `%${code(sign).toString(16).padStart(2, "0")}`,
        )
      : undefined,
  base64: (text) => Buffer.from(text).toString("base64"),
  binary: (text) => [...Buffer.from(text)].map((byte) => byte.toString(2).padStart(8, "0")).join(" "),
  // An override ends with its line.
  "turned by an override": (text) =>
    text.includes("\n") ? undefined : `\u202e${[...text].reverse().map(mirrored).join("")}\u202c`,
  hex: (text) => Buffer.from(text).toString("hex"),
};
