import { z } from "zod";
import * as f from "../fields.js";

/** What waits on a memory, where the memory is shown. */
export const pendingEdits = z
  .array(
    z.object({
      edit_id: f.editId,
      op: z.string().describe("retract, amend, quarantine, attenuate, block or restore"),
      proposed_by: z.string().describe("Who proposed it, for instance agent:bot-7"),
      created_at: z.string().describe("When it was proposed, ISO 8601 in UTC"),
    }),
  )
  .optional()
  .describe(
    "Edits that wait for approval and have changed nothing yet: yours, and for people all. At most 20 of a memory",
  );
