import { z } from "zod";
import * as f from "../fields.js";

const trust = f.trust;

const item = z.object({
  type: z.string().describe("text, or the kind of a structured memory: decision, task"),
  memory_id: z.string(),
  text: f.shownText,
  decision_id: z.string().optional(),
  refs: z.array(z.string()),
  trust,
  score: z.number().optional().describe("How well it fits"),
});

export const contextBundle = z.object({
  acb_id: f.acbId,
  session: z.object({
    events: z.array(
      z.object({
        event_id: z.string(),
        kind: z.string(),
        actor_type: z.string(),
        actor_id: z.string(),
        ts: f.ts,
        text: f.shownText,
      }),
    ),
    chunks: z.array(
      z.object({
        chunk_id: z.string(),
        text: f.shownText,
        importance: f.shownImportance,
        ts: f.ts,
        score: z.number().describe("How well it fits"),
      }),
    ),
  }),
  active_decisions: z.array(
    z.object({
      decision_id: z.string(),
      decision: z.string(),
      scope: z.string().nullable(),
      rationale: z.array(z.string()),
      precedence: z.int().describe("Higher goes before lower"),
      trust,
    }),
  ),
  active_tasks: z.array(
    z.object({ task_id: z.string(), title: z.string(), details: z.string(), status: z.string(), trust }),
  ),
  capsules: z.array(
    z.object({
      capsule_id: z.string(),
      scope: z.string(),
      subject_type: z.string(),
      subject_id: z.string(),
      item_count: f.count,
      author_agent_id: z.string(),
      risks: z.array(z.string()),
    }),
  ),
  edits_applied: f.editsApplied,
  total_tokens: f.count.describe("Tokens of the rendered prompt, counted with the tokenizer"),
  budget_tokens: f.count.describe("What max_tokens asked for"),
  token_used_est: f.count.describe("Tokens of the sections, added up"),
  sections: z.array(
    z.object({
      name: z.string(),
      items: z.array(item),
      token_est: f.count.describe("Tokens of its items"),
      cap: f.count.describe("Most tokens it may take"),
    }),
  ),
  omissions: z.array(
    z.object({
      reason: z.string(),
      section: f.section,
      count: f.count,
      candidates: z.array(z.string()).describe("Ids, at most the first 100"),
      artifact_id: z.string().optional(),
    }),
  ),
  provenance: z.object({
    intent: z.string().nullable(),
    query_terms: z.array(z.string()),
    candidate_pool_size: f.count,
    filters: z.object({ sensitivity_allowed: z.array(z.string()) }),
    scoring: z.object({ alpha: z.number(), beta: z.number(), gamma: z.number() }),
    last_edit_at: z.string().nullable().describe("When the last edit it shows was applied"),
    policy_version: z.string(),
  }),
  mode: z.enum(["TASK", "EXPLORATION", "DEBUGGING", "LEARNING", "GENERAL"]),
  mode_confidence: z.number().describe("How sure the mode is, from 0 to 1"),
  mode_invariants: z.array(z.string()).describe("Kinds of invariant rules that it holds"),
  prompt: z.string().describe("The bundle as text, ready to paste"),
});
