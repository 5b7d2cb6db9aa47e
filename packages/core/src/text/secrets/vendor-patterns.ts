import { matchesIn } from "./matches-in.js";
import type { Scanner } from "./span.js";

/** Forms that are more than a prefix. Each begins only at the start of a run, so that each run is read once, and only in
 * a text that has the characters which it needs. */
const PATTERNS: readonly [type: string, has: string, pattern: RegExp][] = [
  [
    "1password_key",
    "A3-",
    /(?<![\w-])A3-[A-Z0-9]{6}-(?:[A-Z0-9]{11}|[A-Z0-9]{6}-[A-Z0-9]{5})(?:-[A-Z0-9]{5}){3}(?![\w-])/g,
  ],
  ["azure_secret", "Q~", /(?<![\w~.-])[\w~.]{3}\dQ~[\w~.-]{31,34}(?![\w~-])/g],
  ["discord_token", ".", /(?<![\w.-])[MNO][\w-]{23,27}\.[\w-]{6}\.[\w-]{27,40}(?![\w-])/g],
  ["facebook_token", "|", /(?<![\w|])\d{15,16}\|[\w-]{27,40}(?![\w-])/g],
  ["harness_token", "at.", /(?<![\w.-])[ps]at\.[\w-]{22}\.[0-9a-f]{24}\.\w{20}(?![\w-])/gi],
  ["terraform_token", ".atlasv1.", /(?<![\w.-])[A-Za-z0-9]{14}\.atlasv1\.[\w=-]{60,70}(?![\w-])/g],
  [
    "authress_key",
    ".acc",
    /(?<![\w.-])(?:sc|ext|scauth|authress)_[a-z0-9]{5,30}\.[a-z0-9]{4,6}\.acc[_-][a-z0-9-]{10,32}\.[\w+/=-]{30,120}/gi,
  ],
  ["mailchimp_key", "-us", /(?<![\w-])[0-9a-f]{32}-us\d{1,2}(?![\w-])/g],
  ["mailgun_key", "key-", /(?<![\w-])(?:pub)?key-[0-9a-f]{32}(?![\w-])/g],
  ["mailgun_key", "-", /(?<![\w-])[0-9a-h]{32}-[0-9a-h]{8}-[0-9a-h]{8}(?![\w-])/g],
  ["maxmind_key", "_mmk", /(?<![\w-])[A-Za-z0-9]{6}_[A-Za-z0-9]{29}_mmk(?![\w-])/g],
  ["mapbox_token", "k.", /(?<![\w.-])[ps]k\.[A-Za-z0-9_-]{60,100}\.[\w-]{22}(?![\w-])/g],
  [
    "plaid_token",
    "access-",
    /(?<![\w-])access-(?:sandbox|development|production)-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g,
  ],
  ["telegram_token", ":A", /(?<![\w:])(?:bot)?\d{5,16}:A[\w-]{34}(?![\w-])/g],
  ["twitter_token", "AAAAAAAAAA", /(?<![\w%])A{20,22}[A-Za-z0-9%]{80,100}(?![\w%])/g],
  ["vault_token", "s.", /(?<![\w.-])s\.(?=[A-Za-z]{0,23}\d)[A-Za-z0-9]{24}(?![\w.-])/g],
  ["yandex_token", "t1.", /(?<![\w.-])t1\.[A-Za-z0-9_-]{10,300}={0,2}\.[A-Za-z0-9_-]{86}={0,2}/g],
  ["resend_key", "re_", /(?<![\w-])re_[A-Za-z0-9]{8}_[A-Za-z0-9]{24}(?![\w-])/g],
  ["airtable_token", "pat", /(?<![\w-])pat[A-Za-z0-9]{14}\.[0-9a-f]{64}(?![\w-])/g],
  ["clickhouse_key", "4b1d", /(?<![\w-])4b1d[A-Za-z0-9]{38}(?![\w-])/g],
  ["lob_key", "t_", /(?<![\w-])(?:live|test)_(?:pub_)?[0-9a-f]{31,35}(?![\w-])/g],
  ["cloudflare_key", "v1.0-", /(?<![\w.-])v1\.0-[0-9a-f]{24}-[0-9a-f]{146}/g],
  ["octopus_key", "API-", /(?<![\w-])API-[A-Z0-9]{25,26}(?![\w-])/g],
  [
    "webhook",
    "/",
    /(?:https?:\/\/)?(?:hooks\.slack(?:-gov)?\.com\/(?:services|workflows|triggers)|discord(?:app)?\.com\/api\/(?:v\d+\/)?webhooks|(?<![a-z0-9-])[a-z0-9-]{1,63}\.webhook\.office\.com\/webhookb2|outlook\.office(?:365)?\.com\/webhook|hooks\.zapier\.com\/hooks\/catch|maker\.ifttt\.com\/trigger\/[\w-]{1,64}\/(?:json\/)?with\/key|hook\.[a-z0-9]{1,8}\.make\.com|chat\.googleapis\.com\/v1\/spaces)\/[^\s"'<>`)\]}]{8,}/gi,
  ],
];

/** Tokens that are known by their whole form, and addresses of webhooks, which everybody may post to. */
export const vendorPatterns: Scanner = function* (text) {
  for (const [type, has, pattern] of PATTERNS) {
    if (!text.includes(has)) continue;
    for (const { index, 0: found } of matchesIn(text, pattern)) {
      const end =
        index + found.length - (type === "webhook" ? (/[.,;:!?]+$/.exec(found)?.[0].length ?? 0) : 0);
      yield { start: index, end, type };
    }
  }
};
