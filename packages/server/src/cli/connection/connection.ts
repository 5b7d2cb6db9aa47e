import type { OperationName } from "@palimpsest/contract";
import type { Globals } from "../globals.js";

/** Runs operations, on a database that this process opens or on a server. */
export interface Connection {
  call(operation: OperationName, input: object): Promise<unknown>;
  close(): Promise<void>;
}

export type Actor = Pick<Globals, "agent" | "user">;
