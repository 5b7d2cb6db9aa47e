/** A policy in which every part that a search looks at is used: ages, classes, channels and invariants. */
export const busyPolicy = `version: 1
scopes:
  session: { ttl: 3650d }
  project: { ttl: 3650d }
  principle: { ttl: 3650d }
invariants:
${Array.from(
  { length: 10 },
  (_, n) =>
    `  - { name: rule-${n}, applies_to: [principle], on: [read], rule: "tokens < ${100_000 + n} && kind notin ['none', 'never'] && boundary_class != 'secret'" }`,
).join("\n")}
`;
