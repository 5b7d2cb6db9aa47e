import { z } from "zod";
import { interactionRoles } from "../experience-attributes.js";
import * as f from "../fields.js";
import { defineKind } from "./kind.js";

export const interaction = defineKind({
  name: "interaction",
  prefix: "int",
  summary: "A turn of a conversation between a user and an agent",
  attributes: z.strictObject({
    agent_id: f.chosenId.describe("The agent that took part"),
    user_id: f.chosenId.describe("The user that took part"),
    role: z.enum(interactionRoles).describe("Who spoke"),
    turn_index: f.count
      .max(2_147_483_647)
      .optional()
      .describe("Its place in a conversation that counts its turns"),
    metadata: z
      .record(z.string().max(1_000), z.json())
      .default({})
      .describe("Whatever its writer keeps with it"),
  }),
  amendable: { text: true, attributes: ["role"] },
  context: { section: "retrieved_evidence" },
  inCapsules: true,
  asChunk: true,
  recalled: true,
  remembered: false,
  importance: 0,
});
