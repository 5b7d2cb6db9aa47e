/** A policy in which every part that a search looks at is used: ages, classes, channels and invariants. */
export const busyPolicy = `version: 1
scopes:
  session: { ttl: 3650d }
  project: { ttl: 3650d }
  principle: { ttl: 3650d }
boundary_classes: { public: {}, internal: {}, pii: {}, secret: {} }
invariants:
${Array.from(
  { length: 10 },
  (_, n) =>
    `  - { name: rule-${n}, applies_to: [principle], on: [read], rule: "tokens < ${100_000 + n} && kind notin ['none', 'never'] && boundary_class != 'secret'" }`,
).join("\n")}
`;

/** Rules of which one alone makes a matcher that keeps sets of states slow, beside twenty ordinary ones. */
export const ruledPolicy = `version: 1
scopes: { session: {}, project: {}, principle: {} }
boundary_classes: { public: {}, internal: {}, pii: {}, secret: {} }
redact_policies:
  default:
    rules:
      - { name: slow, find: 'a[ab]{200}c', replace: '-' }
${Array.from({ length: 20 }, (_, n) => `      - { name: badge-${n}, find: '(?i)\\bemp${n}-\\d{4,8}', replace: '-' }`).join("\n")}
`;
