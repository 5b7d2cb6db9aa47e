import { contract } from "@palimpsest/contract";
import { expect, test } from "vitest";
import { embedded } from "../../packages/core/src/db/testing/embedded.js";
import { dispatch } from "../../packages/core/src/dispatch.js";
import type { Memory } from "../../packages/core/src/open-memory.js";
import { openTestMemory } from "../../packages/core/src/testing/test-memory.js";
import { inTransaction } from "../../packages/core/src/transaction/index.js";
import { fill } from "../governance/fill.js";
import { quick } from "../governance/sizes.js";
import { measureHolds } from "./measure-holds.js";

test("calls every operation of the contract, and each call succeeds", async () => {
  const opened = await openTestMemory(embedded);
  try {
    const { services } = opened;
    const memory: Memory = {
      services,
      dispatch: (call) => dispatch(services, call),
      transaction: (...given) => inTransaction(services, ...given),
      close: opened.close,
    };
    const filled = await fill(memory, quick, () => undefined);
    const holds = await measureHolds(memory, filled, {
      watch: async (work) => {
        await work();
        return 1;
      },
      contexts: 2,
    });
    expect(holds.map(({ operation }) => operation)).toEqual(Object.keys(contract));
    expect(holds.filter(({ failed }) => failed)).toEqual([]);
  } finally {
    await opened.close();
  }
});
