import {
  contract,
  type InputOf,
  invalidField,
  type OperationName,
  type PalimpsestContract,
  PalimpsestError,
} from "@palimpsest/contract";
import type { OperationContext, Services } from "../services.js";

const running = new WeakSet<Services>();

/** One at a time: each fills two tenants and makes more than a thousand calls. */
export async function selftestIsolation(
  { services }: OperationContext,
  { only }: InputOf<PalimpsestContract["selftestIsolation"]>,
) {
  const unknown = only?.find((name) => !Object.hasOwn(contract, name));
  if (unknown !== undefined) throw invalidField("only", "names an operation that does not exist");
  if (running.has(services)) {
    throw new PalimpsestError("UNAVAILABLE", "A self-test is running already; wait for its end.", {
      retryAfter: 5,
    });
  }
  running.add(services);
  try {
    return await services.selftest(only as OperationName[] | undefined);
  } finally {
    running.delete(services);
  }
}
