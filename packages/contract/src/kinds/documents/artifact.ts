import { z } from "zod";
import { chosenIdProblem, hasNoBidiControls, isVisible, noBidiControls } from "../../names.js";
import { defineKind } from "../kind.js";

/** What a document is. */
export const artifactTypes = ["email", "doc", "chat", "transcript", "note"] as const;
export const artifactType = z.enum(artifactTypes).describe("What kind of document it is");

export const visibilityScope = z
  .enum(["me", "team", "org", "custom"])
  .describe("Who may see it: you alone, teams or principals in audience, or all in the tenant");

/** A line of text that people or other systems choose, without control characters. */
export const plainLine = (most: number) =>
  z
    .string()
    .min(1)
    .max(most)
    .refine((value) => !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(value), "must be one line, without control characters")
    .refine(isVisible, "must hold visible text")
    .refine(hasNoBidiControls, noBidiControls);

export const sourceSystem = z
  .string()
  .superRefine((value, context) => {
    const message = chosenIdProblem(value, 100);
    if (message !== undefined) context.addIssue({ code: "custom", message });
  })
  .meta({ minLength: 1, maxLength: 100 })
  .describe("Where it came from, for instance gmail or drive");

/** What a chunk has that is a passage of a document; chunks of other origins have none of it. */
export const passageAttributes = {
  artifact_type: artifactType.optional(),
  source_system: sourceSystem.optional(),
  visibility_scope: visibilityScope.optional(),
};

/** What stands for all revisions of a document. The texts are in its passages, which are chunks. */
export const artifact = defineKind({
  name: "artifact",
  prefix: "uid",
  summary: "A document that was ingested, in all its revisions",
  attributes: z.strictObject({}),
  amendable: { text: false, attributes: [] },
  inCapsules: false,
  asChunk: false,
  recalled: false,
  remembered: false,
  importance: 0,
});
