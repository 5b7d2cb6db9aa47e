import { looksRandom } from "./credential-look.js";
import { matchesIn } from "./matches-in.js";
import type { Scanner } from "./span.js";

const BEARER = /(?<![A-Za-z0-9])bearer[ \t]{1,4}([A-Za-z0-9._~+/=-]{8,})/gi;
const HEADER =
  /authorization(?:\\?["'])?[ \t]{0,4}[:=][ \t]{0,4}(?:\\?["'])?(?:bearer|basic|token|apikey|digest)[ \t]{1,4}([A-Za-z0-9._~+/=:-]{6,})/gi;
/** Only at the start of a run of such characters, so that each run is read once. */
const JWT = /(?<![A-Za-z0-9_-])(eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}(?:\.[A-Za-z0-9_-]+){0,3})/g;
/** The password of `scheme://user:password@host`. The class has no slash, so that each `://` is read once. */
const URL_PASSWORD = /:\/\/[^\s/:@?#]{0,128}:([^\s/?#]{1,256})@/g;
const CURL_USER = /(?<=\s)(?:-u|--user)[ =][^\s:"']{1,64}:([^\s"']{1,128})/g;

/** Authorization headers, bearer tokens, JWTs and passwords in URLs. */
export const credentialsInTransit: Scanner = function* (text) {
  yield* valuesOf(text, HEADER, "authorization", isHeaderValue);
  yield* valuesOf(text, BEARER, "bearer_token", looksRandom);
  yield* valuesOf(text, JWT, "jwt", () => true);
  yield* valuesOf(text, URL_PASSWORD, "url_password", (value) => !/^(?:\[SECRET|\$\{|\$\(|<)/.test(value));
  yield* valuesOf(text, CURL_USER, "url_password", (value) => !/^(?:\$|\/\/)/.test(value));
};

/** After the name of the scheme everything but plain words is a credential. */
const isHeaderValue = (value: string) => looksRandom(value) || value.length >= 16 || /[a-z][A-Z]/.test(value);

function* valuesOf(text: string, pattern: RegExp, type: string, accept: (value: string) => boolean) {
  for (const match of matchesIn(text, pattern)) {
    const value = match[1]!;
    const start = match.index + match[0].lastIndexOf(value);
    if (accept(value)) yield { start, end: start + value.length, type };
  }
}
