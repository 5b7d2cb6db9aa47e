import { contract, type OperationName } from "@palimpsest/contract";
import { handlers } from "../../operations.js";
import type { OperationContext } from "../../services.js";
import type { PrincipalJobKind } from "../job.js";

/** Runs an operation of the contract for the principal who enqueued it, as dispatch would run it for a caller. */
export const operationJob: PrincipalJobKind = {
  kind: "test_operation",
  permission: "memory:write",
  async run({ context, payload }) {
    const name = payload.operation as OperationName;
    const run = handlers[name] as (context: OperationContext, input: unknown) => Promise<unknown>;
    await run(context, contract[name].input.parse(payload.input));
    return { end: "done" };
  },
};
