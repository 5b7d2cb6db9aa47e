import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines } from "../../db/testing/index.js";
import type { Principal } from "../../identity/index.js";
import { wholePolicy } from "../../policy/testing/whole-policy.js";
import { message } from "../../testing/samples.js";
import { admin, agent, human, openTestMemory, type TestMemory } from "../../testing/test-memory.js";

describe.each(engines)("proposed censors on $name", (engine) => {
  let memory: TestMemory;
  const [bot, ann] = [agent(), human("reviewer")];
  beforeAll(async () => {
    memory = await openTestMemory(engine);
  });
  afterAll(() => memory.close());

  const fail = async (summary: string, who: Principal = bot, given: object = {}) => {
    const { id } = await memory.call(who, "startEpisode", { summary, ...given });
    await memory.call(who, "endEpisode", {
      ...{ episode_id: id, outcome: "failure", lessons_learned: ["Ask somebody first."] },
    });
    return id;
  };
  const waiting = async () => {
    const { edits } = await memory.call(admin(), "listEdits", { status: "pending" });
    return edits.filter(({ target_type }) => target_type === "censor");
  };
  const validate = async (payload: string, who: Principal = bot) =>
    (await memory.call(who, "validateBoundary", { payload })).data.reason;

  it("wait for approval after an episode has failed, and stop its agent from then on", async () => {
    await fail("Drop the heron table");
    const [edit, ...others] = await waiting();
    expect(others).toEqual([]);
    // Others than the readers of the episode see this edit, so its reason has none of the words.
    expect(edit).toMatchObject({
      op: "restore",
      status: "pending",
      reason: expect.stringMatching(/ epi_\d+\.$/),
    });
    expect(await validate("I drop the heron table now")).toBe("allowed");
    await memory.call(admin(), "approveEdit", { edit_id: edit!.edit_id });
    expect(await validate("I drop the heron table now")).toBe(`denied_censor: ${edit!.target_id}`);
    expect(await memory.call(bot, "getCensor", { censor_id: edit!.target_id })).toMatchObject({
      ...{ action: "block", active: true, created_by: "proposal", trigger_pattern: "Drop the heron table" },
    });
  });

  it("stop everybody who sees them once a person has approved them, and no agent takes that back", async () => {
    const [eve, guard] = [
      agent("eve"),
      { ...agent("guard"), role: "reviewer" as const, permissions: admin().permissions },
    ];
    const propose = async (summary: string) => {
      await fail(summary, bot, { visibility: "tenant" });
      return (await waiting()).find(({ target_id: id }) => !seen.has(id) && seen.add(id))!;
    };
    const seen = new Set((await waiting()).map(({ target_id }) => target_id));
    const { edit_id, target_id: censor_id } = await propose("Wake the osprey at night");
    await memory.call(admin(), "approveEdit", { edit_id });
    for (const who of [eve, ann]) {
      expect(await validate("We wake the osprey at night", who)).toBe(`denied_censor: ${censor_id}`);
      expect(await memory.call(who, "checkCensors", { text: "wake the osprey at night" })).toMatchObject({
        ...{ allowed: false, matches: [{ id: censor_id, action: "block", trust: "trusted" }] },
      });
    }
    await memory.call(eve, "recordEvent", message("Wake the osprey at night, I say", { session_id: "o" }));
    const { acb } = await memory.call(eve, "buildAcb", {
      ...{ session_id: "o", channel: "private", query: "osprey" },
    });
    expect(acb.omissions).toContainEqual(expect.objectContaining({ reason: "censored" }));
    for (const name of ["deactivateCensor", "recordCensorFalsePositive", "escalateCensor"] as const) {
      for (const who of [bot, eve]) {
        await expect(memory.call(who, name, { censor_id })).rejects.toMatchObject({ code: "FORBIDDEN" });
      }
    }
    await memory.call(ann, "deactivateCensor", { censor_id });
    expect(await validate("We wake the osprey at night", eve)).toBe("allowed");

    const second = await propose("Wake the merlin at night");
    await memory.call(guard, "approveEdit", { edit_id: second.edit_id });
    expect(await validate("We wake the merlin at night", bot)).toMatch("denied_censor");
    expect(await validate("We wake the merlin at night", eve)).toBe("allowed");
  });

  it("keep what they stop out of contexts, which say so", async () => {
    const session = { session_id: "tables" };
    await memory.call(bot, "recordEvent", message("Please drop the heron table at noon", session));
    await memory.call(bot, "recordEvent", message("The egret table stays", session));
    const { acb } = await memory.call(bot, "buildAcb", { ...session, channel: "private", query: "table" });
    const shown = JSON.stringify(acb.sections);
    expect(shown).toContain("egret table");
    expect(shown).not.toContain("at noon");
    expect(acb.omissions).toContainEqual(expect.objectContaining({ reason: "censored" }));
  });

  it("come of a claim that was called harmful, once, and wait for a person", async () => {
    const upserted = await memory.call(ann, "upsertClaim", {
      ...{ text: "Herons may be fed bread", provenance: { at: "2026-01-01T00:00:00Z" } },
    });
    const claim_id = upserted.data.id;
    const known = (await waiting()).length;
    await memory.call(bot, "sendFeedback", { claim_id, signal: "harmful" });
    await memory.call(bot, "sendFeedback", { claim_id, signal: "harmful" });
    const edits = await waiting();
    expect(edits).toHaveLength(known + 1);
    expect(await validate("Herons may be fed bread")).toBe("allowed");
    const proposed = edits.find(({ reason }) => reason.includes(claim_id))!;
    expect(proposed.target_id).toMatch(/^cen_/);
    await memory.call(admin(), "approveEdit", { edit_id: proposed.edit_id });
    expect(await validate("Herons may be fed bread")).toBe(`denied_censor: ${proposed.target_id}`);
    const { data } = await memory.call(ann, "upsertClaim", {
      ...{ text: "Herons may be fed fish", provenance: { at: "2026-01-01T00:00:00Z" } },
    });
    await memory.call(bot, "sendFeedback", { claim_id: data.id, signal: "outdated" });
    expect(await waiting()).toHaveLength(known);
  });

  it("come once for each cause, not for a success, and as the policy says", async () => {
    const known = (await waiting()).length;
    const { id } = await memory.call(bot, "startEpisode", { summary: "Feed the bittern" });
    await memory.call(bot, "endEpisode", { episode_id: id, outcome: "success" });
    const { memory_id } = await memory.call(ann, "remember", { text: "The bittern is blue" });
    await memory.call(ann, "forget", { memory_id, reason: "It is brown" });
    expect(await waiting()).toHaveLength(known);

    await memory.call(admin(), "applyPolicy", {
      yaml: wholePolicy("version: 1\ncensors: { propose_on: [retraction] }"),
    });
    await fail("Chase the bittern");
    const second = await memory.call(ann, "remember", { text: "The bittern is green" });
    await memory.call(ann, "forget", { memory_id: second.memory_id, reason: "It is brown" });
    const edits = await waiting();
    expect(edits).toHaveLength(known + 1);
    await memory.call(admin(), "approveEdit", { edit_id: edits[0]!.edit_id });
    expect(await validate("Is it so that the bittern is green?", ann)).toMatch("denied_censor");
  });
});
