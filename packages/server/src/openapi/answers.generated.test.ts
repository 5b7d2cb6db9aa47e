import { contract, type OperationName } from "@palimpsest/contract";
import { expect, test } from "vitest";
import { engines } from "../../../core/src/db/testing/index.js";
import { prepareExample } from "../../../core/src/testing/prepare-example.js";
import { runJobs } from "../../../core/src/testing/run-jobs.js";
import { openTestMemory } from "../../../core/src/testing/test-memory.js";
import { pinAnswer } from "./testing/pin-answer.js";

const names = Object.keys(contract) as OperationName[];

test("holds what the examples of the contract answer (vitest -u writes it anew)", async () => {
  const memory = await openTestMemory(engines.find(({ name }) => name === "embedded")!);
  const lines: string[] = [];
  for (const name of names) {
    const tenantId = `example-${name}`;
    const { call, ids } = await prepareExample(
      (operation, input, credential) => memory.as(credential)(operation, input),
      name,
      tenantId,
      () => runJobs(memory.services),
    );
    const answer = pinAnswer(await call(), ids, tenantId);
    expect(contract[name].output.safeParse(answer).error).toBeUndefined();
    lines.push(`  ${name}: ${JSON.stringify(answer, null, 2).replaceAll("\n", "\n  ")},`);
  }
  await memory.close();
  const file = [
    "// Written by answers.generated.test.ts from the examples of the contract.",
    'import type { OperationName } from "@palimpsest/contract";',
    "",
    "/** What the example of each operation answers. */",
    "export const answers: Record<OperationName, unknown> = {",
    ...lines,
    "};",
    "",
  ].join("\n");
  await expect(file).toMatchFileSnapshot("./answers.generated.ts");
});
