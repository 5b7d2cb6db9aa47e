import type { Memory } from "@palimpsest/core";

/** Calls an operation for an agent of the local store; gives its answer. */
export const callAs = async (
  memory: Memory,
  operation: string,
  input: object,
  agentId = "bot",
): Promise<unknown> => {
  const call = { operation: operation as "recall", input, surface: "sdk" } as const;
  return (await memory.dispatch({ ...call, credential: { kind: "local", agentId } })).output;
};
