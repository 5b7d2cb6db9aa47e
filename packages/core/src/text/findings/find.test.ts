import { deflateSync, gzipSync } from "node:zlib";
import fc from "fast-check";
import { expect, test } from "vitest";
import { findSensitive } from "./find.js";
import { markOf, redact } from "./redact.js";

const redacted = (text: string) =>
  redact(
    text,
    findSensitive(text).map(({ start, end, detector }) => ({ start, end, mark: markOf(detector) })),
  );

const inBase64 = (text: string) => Buffer.from(text).toString("base64");
/** Invisible to people. */
const inTags = (sign: string) => String.fromCodePoint(0xe0000 + sign.charCodeAt(0));
const inBits = (text: string) => [...Buffer.from(text)].map((byte) => byte.toString(2).padStart(8, "0"));
const percented = (text: string) => [...Buffer.from(text)].map((byte) => `%${byte.toString(16)}`).join("");
const githubToken = `ghp_${"a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"}`;

test.each([
  ["Write to ann@example.org", "Write to [REDACTED:email]"],
  [
    "Card 4111 1111 1111 1111, IBAN DE89 3704 0044 0532 0130 00.",
    "Card [REDACTED:card], IBAN [REDACTED:iban].",
  ],
  ["Call +44 20 7946 0958 or (212) 555-0142.", "Call [REDACTED:phone] or [REDACTED:phone]."],
  ["From 203.0.113.45 with password: hunter2", "From [REDACTED:ip] with password: [REDACTED:secret]"],
  ["ann\u200b@exam\u200bple.org!", "[REDACTED:email]!"],
  ["name at example dot com", "[REDACTED:email]"],
  ["YW5uQGV4YW1wbGUub3Jn is encoded", "[REDACTED:email] is encoded"],
  ["616e6e406578616d706c652e6f7267", "[REDACTED:email]"],
  [`see ${inBits("ann@example.org").join(" ")}.`, "see [REDACTED:email]."],
  [`see 0b${inBits("ann@example.org").join(", 0b")}`, "see [REDACTED:email]"],
  [`see ${inBits("ann@example.org").join("")}`, "see [REDACTED:email]"],
  // Shown as ann@example.org; a paragraph ends the override, and what is in it may turn back.
  ["Write to \u202egro.elpmaxe@nna\u202c today", "Write to \u202e[REDACTED:email]\u202c today"],
  ["\u202egro.elpmaxe@nna\nann", "\u202e[REDACTED:email]\nann"],
  ["\u202egro.elp\u202dam\u202cxe@nna", "\u202e[REDACTED:email]"],
  ["\u202e2410-555 (212) llaC", "\u202e[REDACTED:phone] llaC"],
  [`see ${inBase64(inBase64("ann@example.org"))}`, "see [REDACTED:email]"],
  [`see ${inBase64(encodeURIComponent("ann@example.org"))}`, "see [REDACTED:email]"],
  [`see ${gzipSync("Write to ann@example.org").toString("base64")}`, "see [REDACTED:email]"],
  [`see ${deflateSync("Write to ann@example.org").toString("base64")}`, "see [REDACTED:email]"],
  ["ann=40example=2Eorg, ann\\100example.org", "[REDACTED:email], [REDACTED:email]"],
  [`mail=${inBase64("ann@example.org")}`, "mail=[REDACTED:email]"],
  [`ip=${Buffer.from("203.0.113.45").toString("hex")}`, "ip=[REDACTED:ip]"],
  [`ip=${percented("2a00:1450:4001:81b::200e")}`, "ip=[REDACTED:ip]"],
  [
    "DB_PASSWORD=73 33 63 72 33 74 50 40 73 73 77 30 72 64 21 and so on",
    "DB_PASSWORD=[REDACTED:secret] and so on",
  ],
  [`${inBase64("see ann=40example.org")}`, "[REDACTED:email]"],
  ["DNI five one four eight two six zero four W", "DNI [REDACTED:national_id]"],
  ["NI number JK five one nine eight one seven C", "NI number [REDACTED:national_id]"],
  ["Numéro de sécurité sociale : 269054958815780", "Numéro de sécurité sociale : [REDACTED:national_id]"],
  ["Proszę, zadzwoń 601234567.", "Proszę, zadzwoń [REDACTED:phone]."],
  ["тел. 84951234567", "тел. [REDACTED:phone]"],
  [`see ${[..."ann@example.org"].map(inTags).join("")}`, "see [REDACTED:email]"],
  [`see ${[..."ann@example.org"].join("\u0301")}`, "see [REDACTED:email]"],
  [`key ${[...githubToken].join(" ")} and on`, "key [REDACTED:secret] and on"],
  [`key ${[...githubToken].join("-")}`, "key [REDACTED:secret]"],
  ["contrase\\u00f1a: Verano2024!", "contrase\\u00f1a: [REDACTED:secret]"],
  ["info&#64;&#20363;&#12360;.jp, info\\u0040\\u4f8b\\u3048.jp", "[REDACTED:email], [REDACTED:email]"],
  ["ann%40example.org and ann&#64;example.org", "[REDACTED:email] and [REDACTED:email]"],
  ["ann%2525252540example.org and ann&amp;amp;amp;#64;example.org", "[REDACTED:email] and [REDACTED:email]"],
  ["ann%26%2364%3Bexample.org, ann\\x2540example.org", "[REDACTED:email], [REDACTED:email]"],
  ["50%, %zz, &#; &bogus; \\u12 \\u{} and 100%", "50%, %zz, &#; &bogus; \\u12 \\u{} and 100%"],
  ["card 4111_1111_1111_1111!", "card [REDACTED:card]!"],
  ["4111\n1111\n1111\n1111", "[REDACTED:card]"],
  ["visa4111111111111111 and 4111111111111111exp", "visa[REDACTED:card] and [REDACTED:card]exp"],
  ["card: 4111,1111,1111,1111", "card: [REDACTED:card]"],
  ["my social is 123-45-6789", "my social is [REDACTED:national_id]"],
  ["ssn536904399 or SSN ٥٣٦-٩٠-٤٣٩٩", "ssn[REDACTED:national_id] or SSN [REDACTED:national_id]"],
  ["name-at-example-dot-com", "[REDACTED:email]"],
  ["ann@example dot org, ann@example .org", "[REDACTED:email], [REDACTED:email]"],
  ["it is a n n @ e x a m p l e . o r g now", "it is [REDACTED:email] now"],
  ["Das Passwort ist hunter2.", "Das Passwort ist [REDACTED:secret]."],
  ["mot de passe : hunter2", "mot de passe : [REDACTED:secret]"],
  ["La contraseña es «Verano2024»", "La contraseña es «[REDACTED:secret]»"],
  ["lösenordet är Sommar2024!", "lösenordet är [REDACTED:secret]"],
  ["pass: Tr0ub4dor&3, and on", "pass: [REDACTED:secret], and on"],
  ["?password=Tr0ub4dor&page=3", "?password=[REDACTED:secret]&page=3"],
  ["password=Tr0ub4dor&amp;page=3", "password=[REDACTED:secret]&amp;page=3"],
  ["db password → hunter2hunter2", "db password → [REDACTED:secret]"],
  [`${"dckr_pat"}_TmZcXseMmX4AItdMQGbXSbNyyoI`, "[REDACTED:secret]"],
  ["パスワードはhunter2です", "パスワードは[REDACTED:secret]です"],
  ["call five five five one two three four five six seven", "call [REDACTED:phone]"],
  ["［メール］ａｎｎ＠ｅｘａｍｐｌｅ．ｏｒｇ", "［メール］[REDACTED:email]"],
  ["аnn@example.org with a Cyrillic а", "[REDACTED:email] with a Cyrillic а"],
])("redacts %j", (text, expected) => {
  expect(redacted(text)).toBe(expected);
});

test.each([
  "version 1.2.3.4 of 2024-05-01",
  "order_4111_1111_1111_1111 and a1b2-4111111111111111c",
  "4000\n2000\n1000\n5000\n6000",
  "the format is 123-45-6789",
  "meet-me-at-example-dot-com",
  "Ask ann@work. In an hour she leaves.",
  "Das Passwort ist falsch. La clave: constancia. パスワードは必須です",
  "reset the password on server2",
  "password → passphrase, Passwort er ändert es täglich, PASSWORD=$1&&run",
  "Flags 01100001 00000010 01111111 00000000 11110000 01010101",
  "\u202e127.0.0.1\u202c and \u202eword",
  "uuid 123e4567-e89b-12d3-a456-426614174000",
  "sha 3f786850e387550fdab836ed7e6dc881de23001b",
  "ISBN 978-3-16-148410-0, order 415-555-2671",
  "It costs 1.234.567,89 euros",
  "use <API_KEY> here",
  `token ghp_${"x".repeat(36)} or AKIA${"X".repeat(16)}`,
  "one of the six, two of three, and five or six of the seven",
  "127.0.0.1, 10.0.0.1, 0.0.0.0 and ::1",
  "[REDACTED:email] [REDACTED:phone] [SECRET_REDACTED]",
])("finds nothing in %j", (text) => {
  expect(findSensitive(text)).toEqual([]);
});

test("ranges are in order, apart and inside the text, whatever stands in it", () => {
  const piece = fc.constantFrom(
    ...[
      "ann@example.org",
      " at ",
      " dot ",
      "com",
      "+49 30 901820",
      "4111 1111 1111 1111",
      "five ",
      "&#64;",
      "%40",
    ],
    ...[
      "DE89370400440532013000",
      "YW5uQGV4YW1wbGUub3Jn",
      "\u200b",
      "\u202e",
      "\u202d",
      "\u202c",
      "01100001 ",
      "\\u0040",
      "call ",
      "@",
      ".",
      "(",
      "ａ",
      "😀",
      "é",
    ],
  );
  fc.assert(
    fc.property(
      fc.array(fc.oneof(piece, fc.string({ unit: "binary", maxLength: 4 })), { maxLength: 16 }),
      (pieces) => {
        const text = pieces.join("");
        let at = 0;
        for (const { start, end } of findSensitive(text)) {
          expect(start).toBeGreaterThanOrEqual(at);
          expect(end).toBeGreaterThan(start);
          at = end;
        }
        expect(at).toBeLessThanOrEqual(text.length);
      },
    ),
    { numRuns: 300 },
  );
});

const hostile = [
  ...[
    "a",
    "1 ",
    "12 ",
    "123-",
    "@",
    "a@a.",
    "a at ",
    "a dot ",
    "a_",
    "+1",
    "A1",
    "one ",
    "double ",
    "&#",
    "%25",
    "%252525252525",
    "&amp;",
    "&amp;amp;amp;",
    "4111_",
    "4111\n",
    "a b ",
    "@ b ",
    "-at-a-dot-",
    "パスワードは",
    "mot de passe est ",
    "&#37;25",
    "\u202e",
    "\u202ea\u202db",
    "\u202c\u202egro.a@",
    "01100001 ",
    "01100001,0b",
    "\\u0040",
    "\\u005c",
  ],
  ...[
    "aa ",
    "DE89 ",
    "call 1",
    "order ",
    "1.1.1.1 ",
    "2001:",
    "sk-",
    "github=",
    "hooks.slack.com/",
    "一",
    "а",
    "ａ",
  ],
];

const fill = (unit: string, length: number) => unit.repeat(Math.ceil(length / unit.length));
/** Milliseconds of processor time. One run is enough where the question is whether work grows with the square. */
const timeOf = (text: string) => {
  const before = process.cpuUsage();
  findSensitive(text);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
};

test.each(hostile)("takes time in proportion to the length of %j again and again", (unit) => {
  const eighth = timeOf(fill(unit, 8_192));
  // Quadratic work grows to 64 times as much.
  expect(timeOf(fill(unit, 65_536))).toBeLessThan(24 * eighth + 200);
});
