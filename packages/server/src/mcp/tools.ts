import type { StandardSchemaWithJSON, ToolAnnotations } from "@modelcontextprotocol/server";
import { type AnyOperation, contract, type McpTool, type OperationName } from "@palimpsest/contract";
import { z } from "zod";
import { compactSchema } from "./answer/compact.js";

/** A tool as a client sees it, and the operation behind it. */
export interface ToolDefinition {
  operation: OperationName;
  name: string;
  /** Its name as its specification spells it, which clients may refuse. */
  dotted?: string;
  title: string;
  description: string;
  inputSchema: StandardSchemaWithJSON;
  outputSchema: StandardSchemaWithJSON;
  annotations: ToolAnnotations;
  maxTokens: number;
  /** What is given for fields that the caller leaves out. */
  defaults: Record<string, unknown>;
}

const usualMaxTokens = 4_000;

interface McpOperation {
  name: OperationName;
  operation: AnyOperation;
  mcp: Pick<McpTool, "tool" | "toolset" | "description" | "maxTokens"> &
    Partial<NonNullable<McpTool["short"]>>;
  definition?: ToolDefinition;
}

const mcpOperations: McpOperation[] = (Object.entries(contract) as [OperationName, AnyOperation][]).flatMap(
  ([name, operation]) =>
    [operation.mcp, operation.mcp?.short].flatMap((mcp) => (mcp ? [{ name, operation, mcp }] : [])),
);

/** The names of all tools, or of those in a toolset. */
export const toolNames = (toolset?: string): string[] =>
  mcpOperations
    .filter(({ mcp }) => toolset === undefined || mcp.toolset === toolset)
    .map(({ mcp }) => mcp.tool);

/**
 * The tools of these sets and of these names, in the order of the contract: a stable list is a list that a client can
 * cache.
 */
export function toolsOf(wanted: readonly string[]): ToolDefinition[] {
  const all = wanted.includes("all");
  return mcpOperations
    .filter(({ mcp }) => all || wanted.includes(mcp.toolset) || wanted.includes(mcp.tool))
    .map((entry) => {
      entry.definition ??= define(entry);
      return entry.definition;
    });
}

function define({ name, operation, mcp }: McpOperation): ToolDefinition {
  const { effect, hints = {} } = operation;
  return {
    operation: name,
    name: mcp.tool,
    ...(mcp.toolset === "pce" && { dotted: mcp.tool.replaceAll("_", ".") }),
    title: operation.summary,
    description: mcp.description,
    inputSchema: advertised(shortened(jsonSchemaOf(operation.input, "input"), mcp)),
    outputSchema: advertised(compactSchema(name, jsonSchemaOf(operation.output, "output"))),
    annotations: {
      readOnlyHint: effect === "read",
      destructiveHint: hints.destructive ?? false,
      idempotentHint: effect === "read" || (hints.idempotent ?? false),
      openWorldHint: false,
    },
    maxTokens: mcp.maxTokens ?? usualMaxTokens,
    defaults: mcp.defaults ?? {},
  };
}

/** The fields that a short tool shows; those with a default need not be given. */
function shortened(json: Record<string, unknown>, { fields, defaults = {} }: McpOperation["mcp"]) {
  if (fields === undefined) return json;
  const all = json.properties as Record<string, Record<string, unknown>>;
  const properties = Object.fromEntries(
    fields.map((name) => [name, name in defaults ? { ...all[name], default: defaults[name] } : all[name]]),
  );
  const required = (json.required as string[]).filter((name) => !(name in defaults));
  const { additionalProperties: _, ...rest } = json;
  return { ...rest, properties, required };
}

/**
 * A schema that is shown and never run. `dispatch` parses, once: a parse before it would drop unknown keys,
 * apply defaults twice and answer with errors that are not ours.
 */
function advertised(json: Record<string, unknown>): StandardSchemaWithJSON {
  return {
    "~standard": {
      version: 1,
      vendor: "palimpsest",
      validate: (value) => ({ value }),
      jsonSchema: { input: () => json, output: () => json },
    },
  };
}

/** What an answer's schema need not say: its names speak for themselves, and the server keeps to it anyway. */
const unsaidInAnswers = ["description", "pattern", "minimum", "maximum"] as const;

/** JSON Schema without what only costs a model tokens: patterns that a format already says, and integer bounds. */
function jsonSchemaOf(schema: z.ZodType, io: "input" | "output"): Record<string, unknown> {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io,
    override: ({ jsonSchema }) => {
      if (jsonSchema.format !== undefined) delete jsonSchema.pattern;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      if (io === "output") for (const key of unsaidInAnswers) delete jsonSchema[key];
    },
  });
  return json;
}
