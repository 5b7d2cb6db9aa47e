import fc from "fast-check";
import { expect, test } from "vitest";
import { cpuTime } from "../testing/cpu-time.js";
import { maskDeep, maskSecrets, SECRET_MARK } from "./mask-secrets.js";

// Assembled from parts, so that no secret scanner takes the samples for leaked keys.
const letters = "aB3dE5gH7jK9mN1pQ2sT4vW6xY8zA0cD2eF4";
const jwt = ["eyJhbGciOiJIUzI1NiJ9", "eyJzdWIiOiIxMjM0NTY3ODkwIn0", "dozjgNryP4J3jVmNHl0w5N"].join(".");
const pem = (kind: string) =>
  `-----BEGIN ${kind}PRIVATE KEY-----\nMIIEvQIBADANBg\nkqhkiG9w0B==\n-----END ${kind}PRIVATE KEY-----`;

test.each([
  ["openai_key", `sk-${letters}`],
  ["openai_key", `sk-proj-${letters}_${letters}`],
  ["openai_key", "sk-abcdefghijklmnopqrstuvwxyz"],
  ["anthropic_key", `sk-ant-api03-${letters}`],
  ...["p", "o", "u", "s", "r"].map((kind): [string, string] => ["github_token", `gh${kind}_${letters}`]),
  ["github_token", `github_pat_11ABC_${letters}`],
  ["gitlab_token", `glpat-${letters.slice(0, 20)}`],
  ["slack_token", `xoxb-${"123456789012"}-${letters}`],
  ["aws_access_key", `AKIA${"IOSFODNN7EXAMPLE"}`],
  ["aws_access_key", `ASIA${"IOSFODNN7EXAMPLE"}`],
  ["google_key", `AIza${letters.slice(0, 35)}`],
  ["stripe_key", `sk_live_${letters}`],
  ["stripe_key", `rk_live_${letters}`],
  ["stripe_key", `whsec_${letters}`],
  ["npm_token", `npm_${letters}`],
  ["pypi_token", `pypi-AgEIcHlwaS5vcmc${letters}`],
  ["twilio_key", `SK${"0123456789abcdef".repeat(2)}`],
  ["sendgrid_key", `SG.${letters.slice(0, 22)}.${letters}`],
  ["huggingface_token", `hf_${letters}`],
  ["jwt", jwt],
  ["private_key", pem("")],
  ["private_key", pem("RSA ")],
  ["private_key", pem("OPENSSH ")],
  ["palimpsest_key", `pal_${letters}`],
])("masks a %s: %s", (type, secret) => {
  const { text, found } = maskSecrets(`It is ${secret}, keep it.`);
  expect(text).toBe(`It is ${SECRET_MARK}, keep it.`);
  expect(found).toEqual([{ type, count: 1 }]);
  expect(maskSecrets(`(${secret})`).text).toBe(`(${SECRET_MARK})`);
  expect(maskSecrets(text)).toEqual({ text, found: [] });
});

const M = SECRET_MARK;
test.each([
  ["password: hunter2", `password: ${M}`],
  ["Password: hunter2 for the admin", `Password: ${M} for the admin`],
  ["my password is hunter2.", `my password is ${M}.`],
  ["ssh bob, password hunter2", `ssh bob, password ${M}`],
  ["The password hunter2 works, thanks", `The password ${M} works, thanks`],
  ["Passwort Sonne!77 gilt morgen", `Passwort ${M} gilt morgen`],
  ["password 12345678.", `password ${M}.`],
  ["PIN 4711", `PIN ${M}`],
  ["my pin is 4711, hers is not", `my pin is ${M}, hers is not`],
  ["pin: 90210", `pin: ${M}`],
  ["my card PIN 483920", `my card PIN ${M}`],
  ["暗証番号は4711です", `暗証番号は${M}です`],
  ["password: swordfish", `password: ${M}`],
  ["user: bob, password: swordfish, host: db", `user: bob, password: ${M}, host: db`],
  ["passwd=swordfish", `passwd=${M}`],
  ["password: 123456", `password: ${M}`],
  ["pwd = 'correct horse 42'", `pwd = '${M}'`],
  ['passphrase: "correct horse battery staple"', `passphrase: "${M}"`],
  ["DB_PASSWORD=s3cr3t!&x=1", `DB_PASSWORD=${M}&x=1`],
  ["Server=db;Password=Zx9;Timeout=3", "Server=db;Password=Zx9;Timeout=3"],
  ["Server=db;Password=Zx9q;Timeout=3", `Server=db;Password=${M};Timeout=3`],
  ['{"password":"hunter2","user":"bob"}', `{"password":"${M}","user":"bob"}`],
  ['{\\"password\\": \\"hunter2\\"}', `{\\"password\\": \\"${M}\\"}`],
  ["<password>hunter2</password>", `<password>${M}</password>`],
  ["login --password swordfish --verbose", `login --password ${M} --verbose`],
  ["token: abc123def456", `token: ${M}`],
  ["?token=abcdefgh12&page=2", `?token=${M}&page=2`],
  ["secret=opensesame", `secret=${M}`],
  ["api_key=abcd1234", `api_key=${M}`],
  ["X-Api-Key: 9f8e7d6c5b", `X-Api-Key: ${M}`],
  ["apiKey: 'abcd-efgh-ijkl'", `apiKey: '${M}'`],
  ["client_secret => Ab8~q.XyZ", `client_secret => ${M}`],
  ["aws_secret_access_key = wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY", `aws_secret_access_key = ${M}`],
  ["Authorization: Bearer abcdefghijklmnop", `Authorization: Bearer ${M}`],
  ["Authorization: Basic dXNlcjpwYXNz", `Authorization: Basic ${M}`],
  ["use Bearer 4f9a8b7c6d5e now", `use Bearer ${M} now`],
  ["postgres://app:s3cr3t@db.example.com:5432/x", `postgres://app:${M}@db.example.com:5432/x`],
  ["redis://:hunter@cache:6379", `redis://:${M}@cache:6379`],
  ["https://bob:p@ss@example.com/a", `https://bob:${M}@example.com/a`],
  ["curl -u bob:hunter2 https://x.example", `curl -u bob:${M} https://x.example`],
  ["AccountName=x;AccountKey=abcdEFGH1234+/abcdEFGH==;", `AccountName=x;AccountKey=${M};`],
])("masks only the value: %s", (text, expected) => {
  expect(maskSecrets(text).text).toBe(expected);
});

test.each([
  ["password: please reset it"],
  ["The password is incorrect."],
  ["Forgot your password? Please ask for a new one."],
  ["password: required"],
  ["the password sha256 hash, the password field2, and the password vault3."],
  ["reset password bob42"],
  ["the password db01prod changed"],
  ["password passwords2.txt"],
  ["pin 1234 of the connector"],
  ["Bengaluru, PIN: 560034, PIN 2024 conference"],
  ["spin: 1234, PIN 1234-5678, PIN 4711.50"],
  ["password: string;"],
  [`password: $${"{DB_PASSWORD}"}`],
  ["password = os.environ['DB_PASSWORD']"],
  ["const password = getPassword(user)"],
  ["token = request.headers.authorization"],
  ["token: the smallest unit of text"],
  ["tokens: 4096, max_tokens=65000"],
  ["token: 42"],
  ["token_count=123456789"],
  ["The secret: patience and water"],
  ["secret ingredient: cinnamon"],
  ["api_key: <your key>"],
  ["api_key=your_api_key_here"],
  ["password: ********"],
  ["Bearer authentication is used"],
  ["Authorization: required"],
  ["the bearer of this letter2024 came"],
  ["sk-learn-and-other-hyphenated-names"],
  ["task-management-for-everyone-2024"],
  ["AKIAB is a word"],
  ["SKILLS and SKYSCRAPERS"],
  ["http://localhost:8080/path?x=a@b"],
  ["https://example.com:443, mail bob@example.com"],
  ["npm_config_registry and npm_lifecycle_event"],
  ["commit 3f786850e387550fdab836ed7e6dc881de23001b"],
  ["uuid 123e4567-e89b-12d3-a456-426614174000"],
  ["2024-05-01T10:00:00Z eyJust a word"],
  ["-----BEGIN PUBLIC KEY-----\nMIIBIjAN\n-----END PUBLIC KEY-----"],
  ["compass: north42"],
  ["token = parts[1];"],
  ["run --credentials ./service2.json"],
  ['if (key.startsWith("-----BEGIN PRIVATE KEY-----")) return;'],
  ["app -u http://example.com:8080"],
  ["[SECRET_REDACTED] password: [SECRET_REDACTED]"],
])("does not mask: %s", (text) => {
  expect(maskSecrets(text)).toEqual({ text, found: [] });
});

test("masks a secret disguised by invisible or full-width characters", () => {
  expect(maskSecrets("key AKIA\u200bIOSFODNN7EXAMPLE\u200b end").text).toBe(`key ${M}\u200b end`);
  expect(maskSecrets("ключ ＡＫＩＡIOSFODNN7EXAMPLE 😀").text).toBe(`ключ ${M} 😀`);
  expect(maskSecrets("日本 pass\u00adword: hun\u2060ter2 終").text).toBe(`日本 pass\u00adword: ${M} 終`);
});

test("masks a private key whose end is missing", () => {
  expect(maskSecrets("-----BEGIN RSA PRIVATE KEY-----\nMIIEvQ\nkqhkiG9w0B").text).toBe(M);
});

test("masks a token of any length completely", () => {
  expect(maskSecrets(`x sk-${letters.repeat(100)} y`).text).toBe(`x ${M} y`);
  expect(maskSecrets(`password=${"a1".repeat(2_000)} y`).text).toBe(`password=${M} y`);
});

test("counts the secrets by type", () => {
  const { found } = maskSecrets(`ghp_${letters} and gho_${letters}; password: hunter2`);
  expect(found).toEqual([
    { type: "github_token", count: 2 },
    { type: "password", count: 1 },
  ]);
});

test("masks strings in JSON by their form and by their key, and keys that are secrets themselves", () => {
  const { value, found } = maskDeep({
    note: "password: hunter2",
    list: [`ghp_${letters}`, 7, null, true],
    db: { password: "swordfish", user: "bob", token: "running", max_tokens: "4096" },
  });
  expect(JSON.parse(JSON.stringify(value))).toEqual(
    JSON.parse(
      `{"note":"password: ${M}","list":["${M}",7,null,true],"db":{"password":"${M}","user":"bob","token":"running","max_tokens":"4096"}}`,
    ),
  );
  expect(found.reduce((sum, { count }) => sum + count, 0)).toBe(3);
  const keys = maskDeep({ [`ghp_${letters}`]: 1, [`ghp_${letters.toLowerCase()}`]: 2, password: true });
  expect(keys.value).toEqual({ [M]: 1, [`${M} 2`]: 2, password: true });
  expect(keys.found).toEqual([{ type: "github_token", count: 2 }]);
  const polluted = maskDeep(JSON.parse('{"__proto__":{"admin":true,"password":"hunter2"}}'));
  expect(JSON.stringify(polluted.value)).toBe(`{"__proto__":{"admin":true,"password":"${M}"}}`);
  expect(({} as { admin?: boolean }).admin).toBeUndefined();
});

test.each([
  ["a", "a".repeat(60_000)],
  ["(", "(".repeat(65_536)],
  ["-", "-".repeat(65_536)],
  ["sk-", "sk-".repeat(20_000)],
  ["eyJ", "eyJ".repeat(20_000)],
  ["eyJ-", "eyJ-".repeat(16_000)],
  ["://", "://a:".repeat(13_000)],
  ["password:", "password:".repeat(7_000)],
  ["token=", "token=".repeat(10_000)],
  ['token="', 'token="'.repeat(9_000)],
  ["password: blanks", `password:${" ".repeat(60_000)}`],
  ["--token", "--token ".repeat(8_000)],
  ["begin", "-----BEGIN PRIVATE KEY-----(".repeat(2_300)],
  ["bearer", "bearer ".repeat(9_000)],
  ["authorization", "authorization: ".repeat(4_000)],
  ["AKIA", "AKIA".repeat(16_000)],
  ["dots", "eyJa.".repeat(12_000)],
  ["wide", "Ａ".repeat(60_000)],
  ["ligatures", "\ufdfa".repeat(60_000)],
])("takes time in proportion to its length on 60 KB of %s", async (_, text) => {
  // Quadratic work on this much text takes seconds.
  expect(await cpuTime(() => maskSecrets(text))).toBeLessThan(500);
});

test("masks a token in any surroundings", () => {
  const piece = fc.constantFrom(
    "password: ",
    "token=",
    "hunter2",
    `ghp_${letters}`,
    '"',
    "'",
    "\u200b",
    "://u:",
    "@",
    " ",
    "\n",
    "é",
    "😀",
    "is ",
    "abc",
    ",",
    "[",
  );
  fc.assert(
    fc.property(
      fc.array(fc.oneof(piece, fc.string({ unit: "binary", maxLength: 5 })), { maxLength: 20 }),
      (pieces) => {
        const masked = maskSecrets(pieces.join("")).text;
        expect(masked).not.toContain(`ghp_${letters}`);
      },
    ),
    { numRuns: 500 },
  );
});
