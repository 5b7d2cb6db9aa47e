import { z } from "zod";
import * as f from "../fields.js";
import { operation } from "../operation.js";

export const deleteTenant = operation({
  summary: "Delete a tenant with all that it holds, the audit log included",
  input: z.strictObject({
    confirm: f.chosenId.describe("The id of the tenant, so that none is deleted by mistake"),
  }),
  output: z.object({
    tenant_id: z.string().describe("The tenant"),
    deleted: z.literal(true).describe("Nothing of it is left; its id can be used again and begins empty"),
  }),
  access: "admin",
  effect: "write",
  hints: { destructive: true },
  errors: [],
  example: { input: { confirm: "example-deleteTenant" } },
  leavesNoAudit: true,
  http: "DELETE /v1/memory/tenant",
  tag: "System",
  cli: { command: "tenant delete", positional: ["confirm"] },
});
