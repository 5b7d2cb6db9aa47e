import { SignJWT } from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { engines } from "../../../core/src/db/testing/index.js";
import { wholePolicy } from "../../../core/src/policy/testing/whole-policy.js";
import { type RealApp, realApp } from "./testing/real-app.js";
import { post } from "./testing/stub-memory.js";

const secret = "a secret that is long enough for HS256";
type Body = Record<string, string> & { error: { code: string; message: string }; warnings?: string[] };

describe.each(engines)("whose edits wait, over HTTP on $name", (engine) => {
  let real: RealApp;
  let version = 0;
  beforeAll(async () => {
    real = await realApp(engine, { auth: "required", jwtSecret: secret });
  });
  afterAll(() => real.close());

  const send = (tenant: string) => {
    const call = async (who: string, path: string, body: Record<string, unknown>): Promise<Body> => {
      const [type, role, sub] = who.split(" ") as [string, string, string];
      const token = await new SignJWT({ tenant_id: tenant, type, role })
        .setProtectedHeader({ alg: "HS256" })
        .setSubject(sub)
        .setExpirationTime("1h")
        .sign(new TextEncoder().encode(secret));
      const response = await real.app.request(path, post(body, { authorization: `Bearer ${token}` }));
      return (await response.json()) as Body;
    };
    return {
      call,
      note: async (who: string, text: string) => (await call(who, "/api/v1/memories", { text })).memory_id!,
      correct: (who: string, id: string, text: string) =>
        call(who, `/api/v1/memories/${id}/correct`, { text, reason: "wrong" }),
      apply: (rules: string[], more: object = {}) => {
        version += 1;
        const yaml = [
          ...[`version: ${version}`, "approval:", "  edits:"],
          ...rules.map((r) => `    - { ${r} }`),
        ];
        return call("human admin boss", "/v1/policy/apply", { yaml: wholePolicy(yaml.join("\n")), ...more });
      },
    };
  };
  const [ann, ben] = ["human writer ann", "human writer ben"];
  const [rev, bot, cog] = ["human reviewer rev", "agent writer bot", "agent writer cog"];

  test("by default a writer waits for what another person wrote, and for nothing else", async () => {
    const { note, correct } = send("t-default");
    const bens = await note(ben, "The kiln is hot");
    expect((await correct(ann, bens, "The kiln is cold")).status).toBe("pending");
    expect((await correct(ben, bens, "The kiln is warm")).status).toBe("approved");
    expect((await correct(rev, bens, "The kiln is off")).status).toBe("approved");
    const bots = await note(bot, "The barn is red");
    expect((await correct(ann, bots, "The barn is blue")).status).toBe("approved");
    expect((await correct(bot, bots, "The barn is grey")).status).toBe("pending");
  });

  test("a policy lets agents amend their own notes, and nothing else", async () => {
    const { call, note, correct, apply } = send("t-own");
    await apply(["principal: human, approver: true, then: apply", "own: true, op: amend, then: apply"]);
    const id = await note(bot, "The demo is on Tuesday");
    expect((await correct(bot, id, "The demo is on Wednesday")).status).toBe("approved");
    expect((await correct(cog, id, "The demo is on Friday")).status).toBe("pending");
    const forgotten = await call(bot, `/api/v1/memories/${id}/forget`, { reason: "over" });
    expect(forgotten.status).toBe("pending");
  });

  test("a policy turns approval off for its tenant, and for no other", async () => {
    const { note, correct, apply } = send("t-off");
    expect((await apply(["then: apply"])).warnings).toBeUndefined();
    const id = await note(ben, "The ferry is late");
    expect((await correct(cog, id, "The ferry is early")).status).toBe("approved");
    const other = send("t-on");
    const theirs = await other.note(ben, "The ferry is late");
    expect((await other.correct(cog, theirs, "The ferry is early")).status).toBe("pending");
  });

  test("a policy sorts edits by who wrote the memory, and a denial names its rule", async () => {
    const { note, correct, apply } = send("t-writer");
    await apply(["writer: human, principal: agent, then: deny", "then: apply"]);
    expect((await correct(cog, await note(bot, "By a bot"), "By a bot, amended")).status).toBe("approved");
    const { error } = await correct(cog, await note(ann, "By a person"), "By a machine");
    expect(error.code).toBe("FORBIDDEN");
    expect(error.message).toContain("approval.edits.0 (principal agent, writer human)");
  });

  test("a policy under which nobody could approve is reported, also before it is applied", async () => {
    const { apply } = send("t-nobody");
    const dry = await apply(["role: reader, then: apply"], { validate_only: true });
    expect(dry.warnings).toContainEqual(expect.stringContaining("only boss has a key that may approve"));
    expect((await apply(["role: reader, then: apply"])).warnings).toEqual(dry.warnings);
  });
});
