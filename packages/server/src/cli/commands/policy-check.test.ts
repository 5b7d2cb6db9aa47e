import { expect, it } from "vitest";
import { runCommandLine } from "../testing/run-command-line.js";

const check = (stdin: string) => runCommandLine(["policy", "check", "-"], { stdin });
const classes = "boundary_classes: { public: {}, internal: {}, pii: {}, secret: {} }";

it("checks a policy as one that is to be applied", async () => {
  const scopes = "scopes: { session: {}, project: {}, principle: {} }";
  const whole = await check(`version: 1.2\n${scopes}\n${classes}\n`);
  expect(whole).toMatchObject({ code: 0, out: "1.2.0 is a valid policy." });
  const partial = await check(`version: 1.2\nscopes: { session: {}, project: {} }\n${classes}\n`);
  expect(partial).toMatchObject({
    code: 1,
    err: expect.stringContaining("scopes.principle is required. (INVALID_POLICY)"),
  });
});
