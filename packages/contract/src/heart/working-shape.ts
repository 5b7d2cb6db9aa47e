import { z } from "zod";
import type { ExampleStep } from "../example.js";
import { decided, exampleIds } from "../example.js";
import * as f from "../fields.js";
import { chosenIdProblem } from "../names.js";

export const tag = "Working memory";

/** Stands in paths, so it must not be one of the two names that a URL resolves. */
export const sessionId = z
  .string()
  .superRefine(
    f.refuseFor((id) =>
      id === "." || id === ".." ? "must not be . or .., which no URL keeps" : chosenIdProblem(id),
    ),
  )
  .meta({ minLength: 1, maxLength: 256 })
  .describe("The conversation, by the name its agents gave it");

/** What working memory may hold, by the names of their kinds. */
export const workingTypes = ["fact", "procedure", "decision", "censor", "episode"] as const;
export const itemType = z.enum(workingTypes).describe("The kind of the memory");
export const refId = f.idOf("dec").describe("The memory that is held in mind, by its id (fct_…, dec_…)");
export const threadDecisionId = f.idOf("dec").describe("The decision that it is about");

export const priorities = ["low", "medium", "high"] as const;

export const workingLimits = {
  items: 20,
  threads: 200,
  /** Of an item whose summary is the memory's own text. */
  summaryChars: 500,
} as const;

export const working = {
  agent_id: z.string().describe("Whose working memory it is"),
  session_id: z.string().describe("The conversation"),
  current_task: z.string().nullable().describe("What is being done; null until it was said"),
  current_frame: z.string().nullable().describe("From which point of view; null until it was said"),
  items: z
    .array(
      z.object({
        type: itemType,
        ref_id: z.string().describe("The memory, by its id"),
        summary: z
          .string()
          .describe("The summary it was loaded with; without one, or after an amendment, its present text"),
        relevance: z.number().describe("How much it matters to the task, from 0 to 1"),
        loaded_at: f.ts,
      }),
    )
    .describe("What is held in mind and may still be read, the most relevant first"),
  open_threads: z
    .array(
      z.object({
        thread_id: z.string().describe("The thread (thr_…)"),
        description: z.string().describe("What is open"),
        decision_id: z.string().nullable().describe("The decision that it is about"),
        priority: z.enum(priorities).describe("How urgent it is"),
        created_at: f.ts,
      }),
    )
    .describe("What is still to be done or found out, the oldest first"),
  max_items: z.literal(workingLimits.items).describe("How many items it holds at most"),
  item_count: f.count.describe("How many it holds"),
};

const inSession = { session_id: "session-42" };

/** Working memory that was opened. */
export const opened: ExampleStep = { operation: "openWorkingMemory", as: "planner", input: inSession };

/** The same, with a decision in mind. */
export const loaded: readonly ExampleStep[] = [
  decided,
  opened,
  {
    operation: "loadWorkingItem",
    as: "planner",
    input: { ...inSession, type: "decision", ref_id: exampleIds.decision, relevance: 0.8 },
  },
];

/** The same, with something open. */
export const threaded: readonly ExampleStep[] = [
  opened,
  {
    operation: "addWorkingThread",
    as: "planner",
    input: { ...inSession, description: "Ask legal about the name." },
  },
];
