import { z } from "zod";
import type { ExampleStep } from "../example.js";
import * as f from "../fields.js";
import { operation } from "../operation.js";
import { agentId, anyObject, sessionId, title } from "./names.js";
import { page, paged } from "./page.js";

const session = z.object({
  session_id: z.string().describe("The conversation"),
  user_id: z.string().describe("Whose it is"),
  name: z.string().nullable().describe("What people call it"),
  agent_id: z.string().nullable().describe("The agent it is held with"),
  metadata: anyObject.describe("Whatever else was noted"),
  created_at: f.ts.describe("When it was created, ISO 8601 in UTC"),
  last_interaction: f.ts,
});

const tag = "Sessions";
const name = title.optional().describe("What people call it");
const agent = agentId.optional().describe("The agent it is held with; an agent can name only itself");

const created: ExampleStep = {
  operation: "createSession",
  input: { session_id: "session-42", name: "Planning the launch" },
};

export const createSession = operation({
  summary: "Create a session, to find the conversation again",
  input: z.strictObject({
    session_id: sessionId,
    name,
    agent_id: agent,
    metadata: anyObject.default({}).describe("Whatever else is to be noted"),
  }),
  output: session,
  access: "memory:write",
  effect: "write",
  errors: ["CONFLICT", "TOMBSTONED"],
  example: {
    input: { session_id: "session-42", name: "Planning the launch", agent_id: "planner" },
  },
  http: "POST /v1/memory/sessions",
  status: 201,
  tag,
  mcp: {
    tool: "create_session",
    toolset: "coala",
    description:
      "Create a session of yours, to find the conversation again. What you record with its session_id moves it to the top of list_sessions.",
  },
  cli: { command: "session create", positional: ["session_id"] },
});

export const listSessions = operation({
  summary: "Your sessions, the one used last first",
  input: z.strictObject({ agent_id: agentId.optional().describe("Only those with this agent"), ...page }),
  output: z.object({ sessions: z.array(session).describe("The one used last first"), ...paged }),
  access: "memory:read",
  effect: "read",
  errors: ["INVALID_CURSOR"],
  example: { before: [created], input: { limit: 10 } },
  http: "GET /v1/memory/sessions",
  tag,
  mcp: {
    tool: "list_sessions",
    toolset: "coala",
    description: "List the sessions that you created, the one used last first.",
    maxTokens: 6_000,
  },
  cli: { command: "session list" },
});

export const getSession = operation({
  summary: "Read a session of yours",
  input: z.strictObject({ session_id: sessionId }),
  output: session,
  access: "memory:read",
  effect: "read",
  errors: ["NOT_FOUND"],
  example: { before: [created], input: { session_id: "session-42" } },
  http: "GET /v1/memory/sessions/:session_id",
  tag,
  mcp: { tool: "get_session", toolset: "coala", description: "Read a session that you created." },
  cli: { command: "session get", positional: ["session_id"] },
});

export const updateSession = operation({
  summary: "Change a session of yours, or only note that it was used",
  input: z.strictObject({
    session_id: sessionId,
    name,
    agent_id: agent,
    metadata: anyObject.optional().describe("What is noted, instead of what was before"),
  }),
  output: session,
  access: "memory:write",
  effect: "write",
  errors: ["NOT_FOUND", "TOMBSTONED"],
  example: { before: [created], input: { session_id: "session-42", name: "The launch" } },
  http: "PUT /v1/memory/sessions/:session_id",
  tag,
  mcp: {
    tool: "update_session",
    toolset: "coala",
    description:
      "Change a session that you created, or, with nothing else named, note that it was used just now.",
  },
  cli: { command: "session update", positional: ["session_id"] },
});

export const deleteSession = operation({
  summary: "Delete a session of yours; what was recorded in it stays",
  input: z.strictObject({ session_id: sessionId }),
  output: z.object({
    session_id: z.string().describe("The conversation"),
    deleted: z.literal(true).describe("It is gone"),
  }),
  access: "memory:write",
  effect: "write",
  hints: { destructive: true },
  errors: ["NOT_FOUND"],
  example: { before: [created], input: { session_id: "session-42" } },
  http: "DELETE /v1/memory/sessions/:session_id",
  tag,
  mcp: {
    tool: "delete_session",
    toolset: "coala",
    description: "Delete a session that you created. Memories that were recorded in it stay.",
  },
  cli: { command: "session delete", positional: ["session_id"] },
});
