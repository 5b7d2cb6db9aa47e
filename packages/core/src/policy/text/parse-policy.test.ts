import { PalimpsestError } from "@palimpsest/contract";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { defaultPolicy, defaultPolicyYaml } from "../default-policy.js";
import { parsePolicy as parse } from "./parse-policy.js";

function refused(yaml: string): PalimpsestError {
  try {
    parse(yaml);
  } catch (error) {
    if (error instanceof PalimpsestError) return error;
    throw error;
  }
  throw new Error("It was accepted.");
}

describe("a policy", () => {
  it("takes from the default what it leaves out, key by key", () => {
    const { policy } = parse(
      "version: 1.0.0\nchannels:\n  team: { clearance: pii }\nlimits: { capsule_days: 3 }\n",
    );
    expect(policy).toEqual({
      ...defaultPolicy,
      version: "1.0.0",
      channels: { ...defaultPolicy.channels, team: { ...defaultPolicy.channels.team, clearance: "pii" } },
      limits: { ...defaultPolicy.limits, capsule_days: 3 },
    });
  });

  it("replaces a list as a whole", () => {
    const { policy } = parse("version: 1\napproval:\n  edits:\n    - then: deny\n");
    expect(policy.approval.edits.map((rule) => Object.entries(rule))).toEqual([[["then", "deny"]]]);
  });

  it("may be written as JSON", () => {
    expect(parse('{"version": "2.1", "limits": {"cascade_depth": 3}}').policy.limits.cascade_depth).toBe(3);
  });

  it("has a version of three numbers, read from its text", () => {
    const versions = {
      "0.10": "0.10.0",
      '"0.10"': "0.10.0",
      "7": "7.0.0",
      "1.2.3": "1.2.3",
      "1.20.300": "1.20.300",
    };
    for (const [written, version] of Object.entries(versions)) {
      expect(parse(`version: ${written}`)).toMatchObject({ policy: { version }, document: { version } });
    }
  });

  it("is kept with plain line ends and one newline at its end", () => {
    expect(parse("version: 1\r\nmeta: {}\r\n\r\n").source).toBe("version: 1\nmeta: {}\n");
    expect(parse("version: 1").source).toBe("version: 1\n");
  });

  it("reads one value of a rule as a list, and durations as seconds", () => {
    const { policy } = parse(
      "version: 1\nretention: { idempotency_keys: 2w }\napproval:\n  edits: [{ kind: chunk, op: [amend, retract], then: apply }]",
    );
    expect(policy.retention.idempotency_keys).toBe(1_209_600);
    expect(policy.approval.edits).toMatchObject([{ kind: ["chunk"], op: ["amend", "retract"] }]);
  });
});

describe("a policy is refused", () => {
  const values = (yaml: string) => refused(`version: 1\n${yaml}`).details.map(({ message }) => message);

  it.each([
    "",
    "1.2.3.4",
    "v1",
    "1.x",
    "-1",
    "1.0.0-beta",
    "0.0.0-default",
    "01",
    "1e3",
    "[1]",
    "9999999999",
  ])("with version %j", (version) => {
    expect(refused(`limits: {}\nversion: ${version}`).details).toEqual([
      { path: "version", message: expect.stringMatching(/^version (is required|must be .*) \(line 2\)$/) },
    ]);
  });

  it("without a version", () => {
    expect(refused("limits: {}").message).toContain("version is required");
  });

  it("with the path and line of each wrong value", () => {
    const error = refused(
      "version: 1\nlimits:\n  capsule_days: 366\nchannels:\n  public: { clearance: secret }\n",
    );
    expect(error.code).toBe("INVALID_POLICY");
    expect(error.details).toEqual([
      {
        path: "channels.public.clearance",
        message: "channels.public.clearance must be one of public, internal, pii (line 5)",
      },
      { path: "limits.capsule_days", message: "limits.capsule_days must be at most 365 (line 3)" },
    ]);
  });

  it.each([
    ["limits: 5", "limits must be an object (line 2)"],
    ["limits: [1]", "limits must be an object (line 2)"],
    ["limits:", "limits must be an object (line 2)"],
    ["limits: { capsule_days: ten }", "limits.capsule_days must be a number (line 2)"],
    ["limits: { capsule_days: 1.5 }", "limits.capsule_days must be a whole number (line 2)"],
    ["retrieval: { context: { alpha: .nan } }", "retrieval.context.alpha must be a number (line 2)"],
    ["retention: { idempotency_keys: 24 }", "retention.idempotency_keys must be text (line 2)"],
    ["retention: { idempotency_keys: 1y }", /keys must be a whole number .*, as in 24h \(line 2\)$/],
    ["escalations: { max_duration: 0s }", /must be a whole number from 1 to 999999 and s, m, h, d or w/],
    [
      "scopes: { session: { ttl: 7 days } }",
      "scopes.session.ttl must be inf, or a whole number from 1 to 999999 and s, m, h, d or w, as in 7d (line 2)",
    ],
    ["signing: { required: true }", /^signing.required needs a key in signing.keys/],
    ["signing: { keys: { ci: abc } }", /^signing.keys.ci must be an Ed25519 public key/],
    // The identity, one of order 8, and one that is no point.
    [`signing: { keys: { ci: AQ${"A".repeat(41)}= } }`, /^signing.keys.ci .* anybody can sign/],
    ["signing: { keys: { ci: JuiVj8KyJ7BFw/SJ8u+Y8NXfrAXTxjM5sTgCiG1T/IU= } }", /anybody can sign/],
    [`signing: { keys: { ci: Ag${"A".repeat(41)}= } }`, /no point of the curve/],
    [
      "approval: { edits: [{ kind: chunk }] }",
      "approval.edits.0.then is required: one of apply, wait, deny (line 2)",
    ],
    [
      "approval: { edits: [{ own: yes, then: wait }] }",
      "approval.edits.0.own must be true or false (line 2)",
    ],
    ["approval: { edits: [{ op: [], then: wait }] }", "approval.edits.0.op must not be empty (line 2)"],
    ["channels: { team: { reads: public } }", "channels.team.reads must be a list (line 2)"],
    ["channels: { team: { reads: [public] } }", "channels.team.reads must name team itself (line 2)"],
    ["channels: { public: { reads: [] } }", "channels.public.reads must name public itself (line 2)"],
  ])("where a value has the wrong type: %s", (yaml, message) => {
    expect(values(yaml)).toEqual([typeof message === "string" ? message : expect.stringMatching(message)]);
  });

  it.each([
    ["rate: 5", "rate is not a field here (line 2)"],
    ["channels: { email: { clearance: public } }", "channels.email is not a field here (line 2)"],
    [
      "channels: { team: { reads: [team, email] } }",
      "channels.team.reads.1 must be one of private, public, team, agent (line 2)",
    ],
    ["limits: { text_chars: 5 }", "limits.text_chars is not a field here (line 2)"],
    ["approval: { edits: [{ who: ann, then: apply }] }", "approval.edits.0.who is not a field here (line 2)"],
    ["approval: { edits: [{ kind: poem, then: apply }] }", /^approval.edits.0.kind.0 must be one of chunk, /],
    ["constructor: { prototype: 1 }", "constructor is not a field here (line 2)"],
  ])("where it names what is unknown: %s", (yaml, message) => {
    expect(values(yaml)).toEqual([typeof message === "string" ? message : expect.stringMatching(message)]);
  });

  it.each([
    ["", "must be a mapping"],
    ["just words", "must be a mapping"],
    ["- version: 1", "must be a mapping"],
    ["version: 1\nlimits: {", "Line 2 of the policy is not YAML"],
    ["version: 1\nlimits:\n\tcapsule_days: 3", "Line 3 of the policy has a tab"],
    ["version: 1\nversion: 2", "Line 2 of the policy has the key version twice"],
    ["version: 1\nlimits: { a: 1, a: 2 }", "the key a twice"],
    ["version: 1\n__proto__: { admin: true }", "the key __proto__"],
    ["version: 1\n---\nversion: 2", "one YAML document"],
    ['version: 1\nmeta: { name: "a\\0b" }', "NUL"],
    ['version: 1\nmeta: { name: "\\ud800" }', "surrogate"],
    ['version: 1\n"a\\0b": 1', "NUL"],
    ["version: 1\nmeta: { name: !!str x }", "has a tag"],
    ["version: 1\nmeta: !x { name: x }", "Unresolved tag"],
    ["version: 1\nmeta: &m { name: x }", "has an anchor"],
    ["version: 1\nmeta: { name: &n x }", "has an anchor"],
    ["version: 1\nmeta: &m { name: *m }", "has an anchor"],
    ["version: 1\nmeta: { name: !!js/function 'x' }", "Unresolved tag"],
    ["version: 1\n<<: { limits: 1 }", "<< is not a field here"],
    ["version: 1\n? [a, b]\n: 1", "a key that is not a word"],
    ["version: 1\n5: 1", "a key that is not a word"],
    ["%YAML 1.1\n---\nversion: 1", "has a directive"],
    [`version: 1\n# ${"x".repeat(140_000)}`, "at most 128 KB"],
    [`version: 1\n# ${"é".repeat(70_000)}`, "at most 128 KB"],
    [`version: 1\nmeta: ${"[".repeat(1_000)}${"]".repeat(1_000)}`, "nested more than 16 levels deep"],
    [`version: 1\nmeta: ${"[".repeat(60_000)}${"]".repeat(60_000)}`, "more than 5000 values"],
    [`version: 1\nmeta: [${"1,".repeat(60_000)}]`, "more than 5000 values"],
  ])("unless it is plain YAML: %#", (yaml, message) => {
    const error = refused(yaml);
    expect(error.code).toBe("INVALID_POLICY");
    expect([error.message, ...error.details.map((d) => d.message)].join("\n")).toContain(message);
  });

  it("at once where aliases would grow to the tenth power", () => {
    const rows = Array.from({ length: 10 }, (_, n) => {
      const items =
        n === 0
          ? "1"
          : Array(10)
              .fill(`*a${n - 1}`)
              .join(", ");
      return `a${n}: &a${n} [${items}]`;
    });
    expect(refused(["version: 1", ...rows].join("\n")).message).toContain("has an anchor");
    expect(refused("version: 1\nmeta: *none").code).toBe("INVALID_POLICY");
  });
});

it("is read or refused, whatever stands in it", () => {
  const marks = fc.constantFrom(
    "{",
    "}",
    "[",
    "]",
    ":",
    "- ",
    "\n",
    "  ",
    "&a ",
    "*a",
    "!",
    "|",
    ">",
    '"',
    "'",
    "#",
    "%",
  );
  const cut = fc.record({
    at: fc.nat(defaultPolicyYaml.length),
    length: fc.nat(200),
    put: fc.oneof(marks, fc.string()),
  });
  const changed = cut.map(({ at, length, put }) => {
    const text = defaultPolicyYaml.replace("0.0.0-default", "1");
    return text.slice(0, at) + put + text.slice(at + length);
  });
  const noise = fc.array(fc.oneof(marks, fc.string()), { maxLength: 40 }).map((parts) => parts.join(""));
  fc.assert(
    fc.property(fc.oneof(changed, noise), (yaml) => {
      try {
        expect(parse(yaml).policy.limits.text_characters).toBeGreaterThan(0);
      } catch (error) {
        expect(error).toMatchObject({
          code: "INVALID_POLICY",
          details: expect.arrayContaining([{ path: expect.anything(), message: expect.anything() }]),
        });
      }
    }),
    { numRuns: 300 },
  );
});
