import { z } from "zod";
import * as f from "../fields.js";
import { planNames as names } from "../plans/index.js";
import { count } from "./numbers.js";

const fits = (bytes: number) => (value: unknown) =>
  new TextEncoder().encode(JSON.stringify(value) ?? "").length <= bytes;
const object = names.anyObject
  .refine(fits(names.planLimits.objectBytes), "must be at most 1,024 KiB as JSON")
  .default({});
const writer = z.string().regex(/^(human|agent|service):./, "must be type:id, as in agent:bot");

/** What agents share while they work on a plan, and the sessions that people and agents have named. */
export const planRecords = {
  plan: z.object({
    type: z.literal("plan"),
    plan_id: names.planId,
    user_id: f.chosenId,
    goal_event: names.eventName,
    goal_data: object,
    status: z.enum(["running", "paused", "completed", "failed"]),
    state: object,
    session_id: names.sessionId.optional(),
    parent_plan_id: names.planId.optional(),
    response_event: names.eventName.optional(),
    current_state: names.eventName.optional(),
    correlation_ids: names.namesOf(names.correlationId).default([]),
    created_at: f.timestamp,
    updated_at: f.timestamp,
  }),
  plan_state: z.object({
    type: z.literal("plan_state"),
    plan_id: names.planId,
    key: names.stateKey,
    /** Left out for null. */
    value: f.json.refine(fits(names.planLimits.stateBytes), "must be at most 256 KiB as JSON").optional(),
    version: count.min(1),
    updated_at: f.timestamp,
    updated_by: writer,
  }),
  task_context: z.object({
    type: z.literal("task_context"),
    task_id: names.taskId,
    plan_id: names.planId.optional(),
    event_type: names.eventName,
    response_event: names.eventName.optional(),
    response_topic: names.topicName,
    data: object,
    state: object,
    sub_tasks: names.namesOf(names.subtaskId).default([]),
    created_at: f.timestamp,
    updated_at: f.timestamp,
  }),
  session: z.object({
    type: z.literal("session"),
    user_id: f.chosenId,
    session_id: names.sessionId,
    name: names.title.optional(),
    agent_id: names.agentId.optional(),
    metadata: object,
    created_at: f.timestamp,
    last_interaction: f.timestamp,
  }),
} as const;
