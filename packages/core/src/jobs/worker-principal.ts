import { rolePermissions } from "@palimpsest/contract";
import type { Principal } from "../identity/index.js";

/** Who a job runs as: a service of the job's own tenant. */
export const workerPrincipal = (tenantId: string): Principal => ({
  tenantId,
  id: "palimpsest-worker",
  type: "service",
  role: "admin",
  permissions: new Set(rolePermissions.admin),
  teams: [],
  grants: [],
  via: "system",
});
