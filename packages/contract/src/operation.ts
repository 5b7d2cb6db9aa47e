import type { z } from "zod";
import type { Permission } from "./access.js";
import type { OperationError } from "./errors.js";
import type { Example } from "./example.js";

export type Method = "GET" | "POST" | "PUT" | "DELETE";

/** Groups of MCP tools; a client asks for some of them, for a long tool list floods its context. */
export const toolsets = ["core", "events", "governance", "heart", "coala", "pce", "all"] as const;
export type Toolset = (typeof toolsets)[number];

export interface McpTool {
  /** Letters, digits and `_` only: some clients refuse anything else. */
  tool: string;
  toolset: Exclude<Toolset, "all">;
  /** Written for a model: when to call it, what comes back. */
  description: string;
  /** The most tokens its answer may take; longer answers are cut and say so. Default 4,000. */
  maxTokens?: number;
  /** The same operation as a second tool with fewer fields, for a set that must stay small. */
  short?: {
    tool: string;
    toolset: Exclude<Toolset, "all">;
    description: string;
    /** What it gives for these fields where the caller does not. */
    defaults: Record<string, unknown>;
    /** The fields that it shows; it takes the others too. */
    fields: readonly string[];
  };
}

export interface CliCommand {
  /** Words after `palimpsest`, for instance `edit approve`. */
  command: string;
  /** Input fields given as bare arguments, in this order. The last may be a list. */
  positional?: string[];
  /** Input fields for which the command line names a file, or `-` for stdin, whose text is the value. */
  files?: string[];
}

/**
 * What a call leaves behind, besides its audit entry:
 * - `read`: nothing.
 * - `recorded-read`: a receipt or a counter. It runs in one write transaction and takes no Idempotency-Key.
 * - `write`: a change. It runs in one write transaction and may carry an Idempotency-Key.
 */
export type Effect = "read" | "recorded-read" | "write";

/** What a client should know before it calls an operation of its own accord. */
export interface Hints {
  /** A memory, or a way to reach one, is gone from view afterwards. The record keeps it. */
  destructive?: true;
  /** Calling it again with the same input changes nothing more. Every `read` is idempotent without saying so. */
  idempotent?: true;
}

export interface OperationSpec<I extends z.ZodType, O extends z.ZodType> {
  summary: string;
  /** A strict object. Path parameters and, for GET and DELETE, query parameters are fields of it. */
  input: I;
  output: O;
  access: Permission;
  effect: Effect;
  hints?: Hints;
  /** What it can answer besides the errors that every operation of its form can: see `errorsOf`. */
  errors: readonly OperationError[];
  example: Example<I>;
  /** It may be called while the tenant's policy cannot be read, for it is needed to replace that. */
  withoutPolicy?: true;
  /** It shows the past whatever its input is, so its audit entry is stored before its answer is given. */
  showsPast?: true;
  /** The answer holds a secret that is shown once: it is never kept for an idempotent retry. */
  secretAnswer?: true;
  /** Its body may be as large as the server takes; those of others are at most `limits.bodyBytes`. */
  largeBody?: true;
  /** Its body may be `limits.documentBytes` large, whatever the server takes otherwise. */
  documentBody?: true;
  /** Its input, as JSON, has at most so many bytes. */
  maxBytes?: number;
  /** A call that takes longer is answered by UNAVAILABLE and changes nothing. */
  timeoutSeconds?: number;
  /** It works through much before it answers: a client waits longer, and never starts it again beside the first. */
  takesLong?: true;
  /** Fields whose wrong values have a code of their own, by name. */
  invalid?: Readonly<Record<string, OperationError>>;
  /** What it answers where others answer INTERNAL. */
  fault?: OperationError;
  /** A batch: each item has an idempotency key of its own, and the call's stands for those of its items. */
  keyPerItem?: true;
  /** It leaves nothing of its tenant, so no audit entry of itself either; the server's log has the fact. */
  leavesNoAudit?: true;
  http: `${Method} /${string}`;
  /** Status of success; 200 unless said. */
  status?: 200 | 201 | 202;
  /** Heading in the API reference. */
  tag: string;
  mcp?: McpTool;
  cli?: CliCommand;
}

export type AnyOperation = OperationSpec<z.ZodType, z.ZodType>;
export type Contract = Record<string, AnyOperation>;
export type InputOf<O extends AnyOperation> = z.output<O["input"]>;
export type RawInputOf<O extends AnyOperation> = z.input<O["input"]>;
export type OutputOf<O extends AnyOperation> = z.output<O["output"]>;

/** Declares an operation; everything that serves it is derived from what stands here. */
export const operation = <I extends z.ZodType, O extends z.ZodType>(
  spec: OperationSpec<I, O>,
): OperationSpec<I, O> => spec;
