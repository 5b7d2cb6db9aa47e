import { PalimpsestError } from "@palimpsest/contract";
import { describe, expect, it } from "vitest";
import { defaultPolicy } from "../policy/index.js";
import { checkPatch } from "./check-patch.js";
import type { Op, Patch } from "./edit.js";

const refusal = (op: Op, patch: Patch) => {
  try {
    checkPatch(defaultPolicy, op, patch);
    return undefined;
  } catch (error) {
    if (!(error instanceof PalimpsestError)) throw error;
    return [error.code, error.details[0]?.path];
  }
};

describe("the patch of an edit", () => {
  it.each<[Op, Patch]>([
    ["retract", {}],
    ["quarantine", {}],
    ["amend", { text: "x" }],
    ["amend", { importance: 0 }],
    ["amend", { text: "x", importance: 1 }],
    ["attenuate", { importance: 0.2 }],
    ["attenuate", { importance_delta: -0.5 }],
    ["block", { channel: "public" }],
    ["restore", {}],
    ["restore", { op: "retract" }],
    ["restore", { op: "block", channel: "team" }],
    ["restore", { channel: "team" }],
    ["restore", { edit_id: "edt_1" }],
  ])("%s takes %j", (op, patch) => expect(refusal(op, patch)).toBeUndefined());

  it.each<[Op, Patch, string]>([
    ["retract", { text: "x" }, "patch.text"],
    ["quarantine", { channel: "public" }, "patch.channel"],
    ["amend", {}, "patch"],
    ["amend", { importance_delta: 0.1 }, "patch.importance_delta"],
    ["attenuate", {}, "patch"],
    ["attenuate", { importance: 0.1, importance_delta: 0.1 }, "patch"],
    ["attenuate", { text: "x" }, "patch.text"],
    ["block", {}, "patch.channel"],
    ["block", { channel: "team", text: "x" }, "patch.text"],
    ["restore", { text: "x" }, "patch.text"],
    ["restore", { op: "retract", channel: "team" }, "patch.channel"],
    ["restore", { op: "retract", edit_id: "edt_1" }, "patch.edit_id"],
  ])("%s refuses %j and names the field", (op, patch, path) =>
    expect(refusal(op, patch)).toEqual(["VALIDATION_ERROR", path]),
  );

  it("checks an amended text like a new one", () => {
    const kept = checkPatch(defaultPolicy, "amend", {
      text: "key AKIAIOSFODNN7EXAMPLE and password: hunter22horse",
    }).text;
    expect(kept).toContain("[SECRET_REDACTED]");
    expect(kept).not.toMatch(/AKIAIOSFODNN7EXAMPLE|hunter22horse/);
    expect(refusal("amend", { text: " \u200b " })).toEqual(["EMPTY_CONTENT", "patch.text"]);
  });
});
