import type { Memory, OpenTransaction } from "@palimpsest/core";
import { type CallOperation, defineOperations } from "../client.js";
import type { Operations } from "../operations.js";
import { callInProcess, clientError, type Identity, type Send } from "./call-in-process.js";

export interface TransactionOptions {
  /** How long it may be open. Default 10 seconds, at most 15. */
  timeoutMs?: number;
}

/** The operations of the client, each a part of one transaction. */
export async function transactionInProcess<T>(
  memory: Memory,
  identity: Identity,
  work: (tx: Operations) => Promise<T>,
  options: TransactionOptions,
): Promise<T> {
  try {
    return await memory.transaction(
      { kind: "local", ...identity },
      (tx) => {
        const operations = {} as Operations;
        defineOperations(operations, callWithin(tx));
        return work(operations);
      },
      options,
    );
  } catch (error) {
    throw clientError(error);
  }
}

/** The transaction has a time of its own, so each call has as long as is left of it. */
const mostMs = 2 ** 31 - 1;

/** If a call is no longer waited for, nobody knows what it has done: then the transaction is undone. */
const callWithin =
  (tx: OpenTransaction): CallOperation =>
  async (operation, input, options) => {
    let isRunning = false;
    const send: Send = async (call) => {
      isRunning = true;
      try {
        return await tx.dispatch(call);
      } finally {
        isRunning = false;
      }
    };
    try {
      return await callInProcess(send, mostMs)(operation, input, options);
    } catch (error) {
      if (isRunning) tx.giveUp(error instanceof Error ? error : new Error("A call was aborted."));
      throw error;
    }
  };
