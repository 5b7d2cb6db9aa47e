import { z } from "zod";
import { pendingEdits } from "../edits/index.js";
import * as f from "../fields.js";

const item = z.object({
  type: z.string().describe("text, or the kind of a structured memory: decision, task"),
  memory_id: f.memoryId,
  text: f.shownText,
  decision_id: z.string().optional().describe("The same id, for a decision"),
  refs: f.shownRefs,
  trust: f.trust,
  ...f.shownWriter,
  ...f.shownTurn,
  occurred_at: f.ts,
  score: f.fit.optional(),
  pending_edits: pendingEdits,
});

export const omissions = z
  .array(
    z.object({
      reason: z.string().describe("Why they were left out, for instance over_budget"),
      section: f.section,
      count: f.count.describe("How many were left out"),
      candidates: z.array(z.string()).describe("Their ids, at most the first 100"),
    }),
  )
  .describe("What could have been shown and is not");

export const contextBundle = z.object({
  acb_id: f.acbId,
  session: z
    .object({
      events: z
        .array(
          z.object({
            event_id: f.eventId,
            kind: z.string().describe("What happened, for instance message"),
            actor_type: z.string().describe("human, agent or tool"),
            actor_id: z.string().describe("Who is said to have done it"),
            writer: f.writer,
            ts: f.ts,
            text: f.shownText,
          }),
        )
        .describe("The section recent_window: the session's last turns, oldest first"),
      chunks: z
        .array(
          z.object({
            chunk_id: f.memoryId,
            text: f.shownText,
            importance: f.shownImportance,
            ts: f.ts,
            score: f.fit,
          }),
        )
        .describe(
          "The section retrieved_evidence: what was found for the question in all sessions, best first",
        ),
    })
    .describe("Two sections in another form: the last turns, and what was found for the question"),
  active_decisions: z
    .array(
      z.object({
        decision_id: f.memoryId,
        decision: z.string().describe("What was decided"),
        scope: z.string().nullable().describe("How far it holds"),
        rationale: z.array(z.string()).describe("Why it was decided"),
        precedence: f.precedence,
        trust: f.trust,
      }),
    )
    .describe("Decisions in force, by precedence"),
  active_tasks: z
    .array(
      z.object({
        task_id: f.memoryId,
        title: z.string().describe("What is to be done"),
        details: z.string().describe("More about it"),
        status: f.memoryStatus,
        trust: f.trust,
      }),
    )
    .describe("Tasks that are open or being done"),
  capsules: z
    .array(
      z.object({
        capsule_id: f.capsuleId,
        scope: z.string().describe("How far it holds"),
        subject_type: z.string().describe("The kind of subject it is about"),
        subject_id: z.string().describe("Whom or what it is about"),
        item_count: f.count.describe("How many of its items you may see"),
        author_agent_id: z.string().describe("Who made it"),
        risks: z.array(z.string()).describe("What to beware of"),
      }),
    )
    .describe("Capsules of which something is shown"),
  edits_applied: f.editsApplied,
  total_tokens: f.count.describe("Tokens of the rendered prompt, counted with the tokenizer"),
  budget_tokens: f.count.describe("What max_tokens asked for"),
  token_used_est: f.count.describe("Tokens of the sections, added up"),
  sections: z
    .array(
      z.object({
        name: f.section,
        items: z
          .array(item)
          .describe("What it shows; evidence best first, all else in the order of the prompt"),
        lines: z
          .array(z.string())
          .optional()
          .describe(
            "What task_state shows besides memories: your working memory of the session, and the plan",
          ),
        token_est: f.count.describe("Tokens of its items"),
        cap: f.count.describe("Its share of the budget; it takes more where others leave room"),
      }),
    )
    .describe("The parts of the prompt, in their order"),
  omissions,
  ...f.gaps,
  provenance: z
    .object({
      intent: z.string().nullable().describe("What the context is for, as it was asked"),
      query_terms: z.array(z.string()).describe("Words that were searched for"),
      candidate_pool_size: f.count.describe("Memories that were considered"),
      filters: z
        .object({
          sensitivity_allowed: z.array(z.string()).describe("Sensitivities that the channel may read"),
        })
        .describe("What kept memories out from the start"),
      scoring: z
        .object({
          alpha: z.number().describe("Weight of how well a memory fits"),
          beta: z.number().describe("Weight of how recent it is"),
          gamma: z.number().describe("Weight of how much it matters"),
        })
        .describe("How evidence was ranked"),
      times: f.times,
      last_edit_at: f.lastEditAt,
      policy_version: f.policyVersion,
    })
    .describe("How the bundle came to be"),
  mode: z
    .enum(["TASK", "EXPLORATION", "DEBUGGING", "LEARNING", "GENERAL"])
    .describe("What it is packed for, taken from the intent and the question"),
  mode_confidence: z.number().describe("How sure the mode is, from 0 to 1"),
  mode_invariants: z.array(z.string()).describe("Kinds of invariant rules that it holds"),
  prompt: z.string().describe("The bundle as text, ready to paste"),
});
