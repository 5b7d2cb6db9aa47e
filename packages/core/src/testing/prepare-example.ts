import { contract, type Example, type ExampleStep, type OperationName } from "@palimpsest/contract";
import type { z } from "zod";
import type { Credential } from "../identity/index.js";

export interface PreparedExample {
  /** Makes the example's own call. */
  call(): Promise<unknown>;
  /** Real ids by those that the example writes. */
  ids: ReadonlyMap<string, string>;
}

type Send = (operation: OperationName, input: unknown, credential: Credential) => Promise<unknown>;

/** Takes the steps before an operation's example, in a tenant that should be empty. */
export async function prepareExample(
  send: Send,
  name: OperationName,
  tenantId: string,
  runJobs: () => Promise<unknown>,
): Promise<PreparedExample> {
  const ids = new Map<string, string>();
  const { before = [], ...last }: Example<z.ZodType> = contract[name].example;
  const call = ({ operation, input, as }: { operation: string; input: unknown; as?: string }) =>
    send(operation as OperationName, withIds(input, ids), { kind: "local", tenantId, agentId: as });
  for (const step of before) {
    if (step.afterJobs) await runJobs();
    takeIds(step, await call(step), ids);
  }
  return { ids, call: () => call({ operation: name, ...last }) };
}

function takeIds({ operation, gives = {} }: ExampleStep, answer: unknown, ids: Map<string, string>): void {
  for (const [shown, path] of Object.entries(gives)) {
    const real = path
      .split(".")
      .reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], answer);
    if (typeof real !== "string") throw new Error(`${operation} answered without ${path}.`);
    // A sentence ends with the id that it names.
    ids.set(shown, real.split(" ").at(-1)!);
  }
}

const withIds = (input: unknown, ids: ReadonlyMap<string, string>): unknown =>
  JSON.parse(
    JSON.stringify(input, (_, value) => (typeof value === "string" ? (ids.get(value) ?? value) : value)),
  );
