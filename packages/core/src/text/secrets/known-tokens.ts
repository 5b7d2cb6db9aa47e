import { alphanumeric, base64, dotted, endOfRun, hex, slug, upper } from "./alphabets.js";
import type { Scanner } from "./span.js";

interface Shape {
  type: string;
  prefixes: string[];
  chars: Uint8Array;
  /** The least number of characters after the prefix; with `exact`, the only one. */
  min: number;
  exact?: boolean;
  /** The prefix counts even in the middle of a word. */
  anywhere?: boolean;
  check?: (body: string) => boolean;
}

/** Distinguishes a real key from a hyphenated name such as "sk-learn-and-other-names". */
const keyLike = (body: string) => (/\d/.test(body) && /[A-Za-z]/.test(body)) || hasLongRun(body, 16);
const parts = (count: number, min: number) => (body: string) => {
  const pieces = body.split(".", count);
  return pieces.length === count && pieces.every((piece) => piece.length >= min);
};

const prefixes = (words: string) => words.trim().split(/\s+/);
/** Letters and digits in turn, or one long run of both: not a name such as "secret_ingredients_of_1984". */
const randomLike = (body: string) =>
  (body.match(/[A-Za-z](?=\d)|\d(?=[A-Za-z])/g)?.length ?? 0) >= 3 && hasLongRun(body, 12);

/** One long run that is no word, where nothing else begins like this. */
const mixed = (body: string) => hasLongRun(body, 16) && /\d|[a-z][A-Z]/.test(body);

/** Whether so many letters and digits follow each other. A loop, since a regular expression begins anew at each of them. */
function hasLongRun(body: string, length: number): boolean {
  for (let start = 0; start + length <= body.length; ) {
    const end = endOfRun(body, start, alphanumeric);
    if (end - start >= length) return true;
    start = end + 1;
  }
  return false;
}

const shapes: Shape[] = [
  { type: "anthropic_key", prefixes: ["sk-ant-"], chars: slug, min: 10 },
  {
    type: "openai_key",
    prefixes: ["sk-proj-", "sk-svcacct-", "sk-admin-", "sk-"],
    chars: slug,
    min: 10,
    check: keyLike,
  },
  {
    type: "github_token",
    prefixes: ["ghp_", "gho_", "ghu_", "ghs_", "ghr_"],
    chars: alphanumeric,
    min: 16,
    anywhere: true,
  },
  { type: "github_token", prefixes: ["github_pat_"], chars: slug, min: 16, anywhere: true },
  {
    type: "gitlab_token",
    prefixes: ["glpat-", "gldt-", "glrt-", "glptt-", "glcbt-"],
    chars: slug,
    min: 16,
    anywhere: true,
  },
  {
    type: "slack_token",
    prefixes: ["xoxa-", "xoxb-", "xoxe-", "xoxo-", "xoxp-", "xoxr-", "xoxs-", "xapp-"],
    chars: slug,
    min: 10,
    anywhere: true,
  },
  {
    type: "aws_access_key",
    prefixes: ["AKIA", "ASIA", "ABIA", "ACCA"],
    chars: upper,
    min: 16,
    exact: true,
    anywhere: true,
  },
  { type: "google_key", prefixes: ["AIza"], chars: slug, min: 30, anywhere: true },
  { type: "google_token", prefixes: ["ya29.", "GOCSPX-"], chars: dotted, min: 20 },
  {
    type: "stripe_key",
    prefixes: ["sk_live_", "rk_live_", "sk_test_", "rk_test_"],
    chars: alphanumeric,
    min: 10,
    anywhere: true,
  },
  { type: "stripe_key", prefixes: ["whsec_"], chars: base64, min: 16 },
  { type: "npm_token", prefixes: ["npm_"], chars: alphanumeric, min: 30 },
  {
    type: "pypi_token",
    prefixes: ["pypi-"],
    chars: slug,
    min: 32,
    check: (body) => /[A-Za-z0-9_]{24}/.test(body),
  },
  { type: "twilio_key", prefixes: ["SK"], chars: hex, min: 32, exact: true },
  { type: "sendgrid_key", prefixes: ["SG."], chars: dotted, min: 33, check: parts(2, 16) },
  { type: "huggingface_token", prefixes: ["hf_"], chars: alphanumeric, min: 20 },
  { type: "aws_access_key", prefixes: ["A3TX"], chars: upper, min: 16, exact: true },
  { type: "azure_key", prefixes: ["AccountKey=", "SharedAccessKey="], chars: base64, min: 20 },
  { type: "palimpsest_key", prefixes: ["pal_"], chars: slug, min: 20 },
  {
    type: "vendor_token",
    prefixes:
      prefixes(`shpat_ shpca_ shppa_ shpss_ dop_v1_ doo_v1_ dor_v1_ lin_api_ lin_oauth_ ntn_ pplx- PMAK- ATATT3 ATBB
      ATCTT3 CLOJARS_ duffel_test_ duffel_live_ EZAK EZTK fio-u- glsa_ HRKU-AA api_org_ s-s4t2ud- s-s4t2af-
      NRJS- NRII- NRAK- pscale_tkn_ pscale_oauth_ pscale_pw_ rdme_ rubygems_ tk-us- xkeysib- xsmtpsib- sntrys_
      sntryu_ shippo_live_ shippo_test_ sgp_ sq0atp- sq0csp- tfp_ lsv2_pt_ lsv2_sk_ pcsk_ dnkey- nvapi- sbp_
      dckr_pat_ figd_ rzp_live_ rzp_test_ glagent- glffct- glft- glimt- gloas- glsoat- phc_ phx_ CCIPAT_
      tskey-auth- tskey-api- tskey-client- gsk_ tvly-`),
    chars: slug,
    min: 20,
    check: mixed,
  },
  {
    type: "vendor_token",
    prefixes:
      prefixes(`xai- r8_ p8e- LTAI AKCp cmVmd dapi EAAM EAAC EAAA EAAG FLWSECK- FLWPUBK- fo1_ fm1a_ fm1r_ fm2_ ico-
      sha256~ pnu_ pul- napi_ e2b_ AQVN YCAJ oy2 secret_ GR1348941 csk- fw_ sk_prod_ rk_prod_ cio_ ghcr_ vcp_
      ibm_ bkua_ pat_ dop_ rnd_`),
    chars: slug,
    min: 20,
    check: randomLike,
  },
  {
    type: "vendor_token",
    prefixes: ["glc_", "ops_eyJ", "eyJrIjoi", "ABSK", "bedrock-api-key-"],
    chars: base64,
    min: 20,
    check: randomLike,
  },
  {
    type: "vendor_token",
    prefixes: ["FLWSECK_TEST-", "FLWPUBK_TEST-"],
    chars: alphanumeric,
    min: 12,
    check: (body) => /\d/.test(body),
  },
  {
    type: "settlemint_token",
    prefixes: ["sm_aat_", "sm_pat_", "sm_sat_"],
    chars: alphanumeric,
    min: 16,
    exact: true,
  },
  {
    type: "vendor_token",
    prefixes: [
      "hvs.",
      "hvb.",
      "sl.",
      "dt0c01.",
      "dp.pt.",
      "dp.st.",
      "dp.ct.",
      "dp.sa.",
      "dp.scim.",
      "dp.audit.",
      "xoxe.xoxb-",
      "xoxe.xoxp-",
    ],
    chars: dotted,
    min: 24,
    check: randomLike,
  },
  { type: "age_key", prefixes: ["AGE-SECRET-KEY-1"], chars: upper, min: 40 },
];

const byPrefix = new Map(shapes.flatMap((shape) => shape.prefixes.map((prefix) => [prefix, shape] as const)));
const literals = (anywhere: boolean) =>
  [...byPrefix.keys()]
    .filter((prefix) => (byPrefix.get(prefix)?.anywhere ?? false) === anywhere)
    .sort((a, b) => b.length - a.length)
    .map((prefix) => prefix.replaceAll(".", "\\."))
    .join("|");
const PREFIX = new RegExp(`${literals(true)}|(?<![A-Za-z0-9])(?:${literals(false)})`, "g");
/** How much of a token is checked. The rest is read only once it is accepted, which keeps the time proportional. */
const JUDGED = 128;

/** Tokens with a known prefix of their issuer. */
export const knownTokens: Scanner = function* (text) {
  const finder = new RegExp(PREFIX);
  for (let match = finder.exec(text); match !== null; match = finder.exec(text)) {
    const shape = byPrefix.get(match[0])!;
    const from = match.index + match[0].length;
    const judged = endOfRun(text, from, shape.chars, from + JUDGED);
    if (!fits(shape, text.slice(from, judged))) continue;
    const end = endOfRun(text, judged, shape.chars);
    yield { start: match[0].endsWith("=") ? from : match.index, end, type: shape.type };
    finder.lastIndex = end;
  }
};

/** A stand-in, as in ghp_xxxxxxxx, has hardly any different characters. */
const FEWEST_DIFFERENT = 4;

function fits({ min, exact, check }: Shape, body: string): boolean {
  if (new Set(body).size < FEWEST_DIFFERENT) return false;
  return (exact ? body.length === min : body.length >= min) && (check?.(body) ?? true);
}
