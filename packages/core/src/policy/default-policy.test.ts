import { readFileSync } from "node:fs";
import {
  editOp,
  kindNames,
  principalTypes,
  type Role,
  rolePermissions,
  roles,
  visibility,
} from "@palimpsest/contract";
import { expect, it } from "vitest";
import { appliesAtOnce } from "../governance/decide/approval-policy.js";
import { localPrincipal, type Principal } from "../identity/index.js";
import { defaultPolicyDocument, defaultPolicyYaml } from "./default-policy.generated.js";
import { classesFor, defaultPolicy, sensitivitiesFor } from "./index.js";
import { readYaml } from "./text/read-yaml.js";

it("is embedded as default-policy.yaml has it (node scripts/embed-policy.mjs brings it up to date)", () => {
  const file = readFileSync(new URL("./default-policy.yaml", import.meta.url), "utf8");
  expect(defaultPolicyYaml).toBe(file);
  expect(defaultPolicyDocument).toEqual(readYaml(file).value);
});

it("applies at once what reviewers edit, and what people edit of their own or of an agent's; the rest waits", () => {
  const every = principalTypes.flatMap((type) =>
    roles.flatMap((role) =>
      kindNames().flatMap((kind) =>
        editOp.options.flatMap((op) =>
          visibility.options.flatMap((seenBy) =>
            [true, false].flatMap((own) =>
              (own ? [type] : principalTypes).flatMap((writer) =>
                (op === "restore" ? (["own", "other", "reviewer"] as const) : [undefined]).map((undoes) => ({
                  ...{ type, role, kind, op, seenBy, own, writer, undoes },
                })),
              ),
            ),
          ),
        ),
      ),
    ),
  );
  for (const { type, role, kind, op, seenBy, own, writer, undoes } of every) {
    const who: Principal = {
      ...{ ...localPrincipal({ userId: "ann" }), type, role: role as Role },
      permissions: new Set(rolePermissions[role]),
    };
    const owner_id = own ? "ann" : "bob";
    const target = { kind, visibility: seenBy, owner_id, writer: `${writer}:${owner_id}` };
    const writesRule = kind === "rule" && op === "amend";
    const ownAlone = own && !writesRule && (seenBy === "private" || kind === "capsule");
    const undoesOthers = undoes === "reviewer" || (type !== "human" && undoes === "other");
    const reviews = role === "reviewer" || role === "admin";
    expect(
      appliesAtOnce(defaultPolicy, who, { op, target, undoes }),
      `${type} ${role} ${kind} ${op} ${seenBy} ${own} ${writer} ${undoes}`,
    ).toBe(
      (type === "human" && reviews) ||
        (!undoesOthers && ((type === "human" && (own || writer !== "human")) || ownAlone)),
    );
  }
});

it("clears each channel for what it was cleared for before there were policies", () => {
  const read = (channel: keyof typeof defaultPolicy.channels | undefined) =>
    classesFor(defaultPolicy, channel);
  expect(read(undefined)).toEqual(["public"]);
  expect(read("public")).toEqual(["public"]);
  expect(read("team")).toEqual(["public", "internal"]);
  expect(read("agent")).toEqual(["public", "internal"]);
  expect(read("private")).toEqual(["public", "internal", "pii"]);
  expect(sensitivitiesFor(defaultPolicy, "private")).toEqual(["none", "low", "high"]);
  expect(sensitivitiesFor(defaultPolicy, "team")).toEqual(["none", "low"]);
  expect(sensitivitiesFor(defaultPolicy, "public")).toEqual(["none"]);
});

it("ranks, keeps and limits by the measured numbers", () => {
  const { version, retrieval, retention, limits } = defaultPolicy;
  expect({ version, retrieval, retention, limits }).toEqual({
    version: "0.0.0-default",
    retrieval: {
      language: "english",
      trust: { untrusted_share: 0.4, same_writer_share: 0.5, writer_items: 3, writers: [] },
      hybrid: { alpha: 0.65, k_txt: 48, k_vec: 96, k_final: 12, threshold: 0.15 },
      active_context_ttl: 3_600,
      rerank: {
        ...{ use_quality: false, recency_half_life_days: 30 },
        recency: { half_life_days_by_kind: { fact: 120, task: 14, preference: 90, policy_hint: 365 } },
      },
      context: {
        alpha: 0.6,
        beta: 0.3,
        gamma: 0.1,
        recency_half_life_days: 30,
        threshold: 0.05,
        min_relevance: 0.002,
        leading_trusted: 10,
      },
    },
    retention: {
      ...{ idempotency_keys: 86_400, finished_jobs: 7 * 86_400 },
      exempt_kinds: ["decision", "rule", "procedure", "censor"],
      ...{ grace: 30 * 86_400, audit: 365 * 86_400 },
    },
    limits: {
      text_characters: 100_000,
      query_characters: 10_000,
      context_tokens: 1_000_000,
      capsule_items: 1_000,
      capsule_days: 365,
      cascade_memories: 1_000,
      cascade_depth: 10,
      rate: {
        read: { requests: 60_000, per: 60 },
        write: { requests: 30_000, per: 60 },
        admin: { requests: 600, per: 60 },
      },
      concurrency: 64,
    },
  });
});
