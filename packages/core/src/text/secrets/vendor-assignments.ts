import { isStandIn } from "./credential-look.js";
import { matchesIn } from "./matches-in.js";
import type { Scanner } from "./span.js";

/** Vendors whose keys have no prefix: a setting with their name and a random value is a key. */
const VENDORS =
  `adafruit adobe airtable algolia alibaba aliyun amplitude appcenter artifactory asana atlassian auth0 azure beamer bitbucket
  bittrex braintree buildkite checkmarx circleci clickhouse cloudflare cloudinary codacy codecov codeclimate cohere coinbase
  coinmarketcap confluence confluent contentful coveralls databricks datadog deepgram deepseek digitalocean discord dnkey doppler
  drone droneci dropbox dynatrace easypost elastic elevenlabs etsy facebook fastly figma finicity finnhub firebase flickr flutterwave
  freshbooks freshdesk gcp github gitlab gitter gocardless google grafana harness heroku hubspot huggingface infura instagram
  intercom ipinfo ipstack jenkins jira jfrog jumpcloud kraken kucoin launchdarkly linear linkedin linked_in lob logzio loggly lokalise
  mailchimp mailgun mandrill mapbox mattermost meraki messagebird message_bird mistral mixpanel mongodb netlify newrelic
  new_relic new-relic nytimes okta onesignal openai opsgenie pagerduty paypal paystack pendo pinecone pivotal plaid planetscale
  postmark privateai private_ai pusher rapidapi razorpay readme replicate rollbar salesforce sauce segment sendbird sendgrid
  sendinblue sentry shippo shopify sidekiq contribsys slack snowflake snyk sonar sourcegraph splunk square squarespace
  stripe sumo sumologic supabase telegram tiingo todoist trello travis twilio twitch twitter typeform unsplash vercel wakatime
  weatherapi yandex zendesk zoom zoho`
    .split(/\s+/)
    .join("|");
const SETTING = new RegExp(
  `(?<![a-z0-9])(?:${VENDORS})[\\w.-]{0,40}(?: [a-z]{2,12}){0,3}["'\`]?[ \\t]{0,3}(?::=|=>|[=:,])[ \\t]{0,3}["'\`]?([A-Za-z0-9_+/=.:~-]{14,160})`,
  "gi",
);

/** Values of settings that are named after a vendor: `DATADOG_API_KEY=…`, `"sentry": "…"`. */
export const vendorAssignments: Scanner = function* (text) {
  for (const match of matchesIn(text, SETTING)) {
    const value = match[1]!.replace(/[.:,]+$/, "");
    const start = match.index + match[0].length - match[1]!.length;
    if (isKey(value)) yield { start, end: start + value.length, type: "vendor_key" };
  }
};

/** Random letters and digits change often from one to the other; words with a number do not. */
function isKey(value: string): boolean {
  if (
    value.length < 14 ||
    isStandIn(value) ||
    /^\d{4}-\d\d-\d\d/.test(value) ||
    /^v?\d+(?:\.\d+)+/.test(value)
  )
    return false;
  if (/^[\d.:-]+$/.test(value)) return /^\d{16,}$/.test(value);
  const changes = value.match(/[A-Za-z](?=\d)|\d(?=[A-Za-z])/g)?.length ?? 0;
  if (/[./:]/.test(value) && !/^[\w+/=-]{20,}$/.test(value)) return changes >= 6 && !value.includes("/");
  return changes >= 3 || (value.length >= 30 && changes >= 1 && /[A-Z]/.test(value) && /[a-z]/.test(value));
}
