import { z } from "zod";
import { limits, refuseFor } from "../fields.js";
import { chosenIdProblem, isVisible } from "../names.js";

export const planLimits = {
  /** A value of working state, as JSON. */
  stateBytes: 256 * 1_024,
  /** An object of a plan, a task context or a session, as JSON, after it was merged too. */
  objectBytes: 1_024 * 1_024,
} as const;

/** A name that agents choose. It stands in paths, so it must not be one of the two that a URL resolves. */
const named = (most: number) =>
  z
    .string()
    .superRefine(
      refuseFor((name) =>
        name === "." || name === ".."
          ? "must not be . or .., which no URL keeps"
          : chosenIdProblem(name, most),
      ),
    )
    .meta({ minLength: 1, maxLength: most });

export const planId = named(100).describe("The plan, by the name its agents gave it");
export const stateKey = named(255).describe("The key: any printable characters, / as %2F in a path");
export const taskId = named(100).describe("The task, by the name its agents gave it");
export const subtaskId = named(100).describe("The sub-task, by the name its agents gave it");
export const correlationId = named(100).describe("A name by which messages belong to the plan");
export const sessionId = named(100).describe("The conversation, by the name its agents gave it");
export const agentId = named(100).describe("The agent");
export const eventName = named(255);
export const topicName = named(100);
export const title = z.string().max(255).refine(isVisible, "must hold visible text");

/** An object of whatever its agents put into it. */
export const anyObject = z.record(z.string().max(1_000), z.json());

/** A list of names in the order given; what is named twice counts once. */
export const namesOf = (name: z.ZodString) => z.array(name).max(limits.jsonItems);
