import type { PalimpsestContract } from "@palimpsest/contract";
import { listAudit } from "./audit/index.js";
import { capsuleOperations } from "./capsules/index.js";
import { captureOperations } from "./capture/index.js";
import { contextOperations } from "./context/index.js";
import { documentOperations } from "./documents/index.js";
import { governanceOperations } from "./governance/index.js";
import type { Handlers } from "./handlers.js";
import { heartOperations } from "./heart/index.js";
import { jobOperations } from "./jobs/index.js";
import { knowledgeOperations } from "./knowledge/index.js";
import { listDomainEvents } from "./outbox/index.js";
import { planOperations } from "./plans/index.js";
import { systemOperations } from "./system/index.js";
import { exportRecords, importRecords } from "./transfer/index.js";
import { workOperations } from "./work/index.js";

export const handlers: Handlers<PalimpsestContract> = {
  listAudit,
  ...capsuleOperations,
  ...captureOperations,
  ...contextOperations,
  ...documentOperations,
  ...governanceOperations,
  ...heartOperations,
  ...jobOperations,
  ...knowledgeOperations,
  listDomainEvents,
  ...planOperations,
  ...systemOperations,
  exportRecords,
  importRecords,
  ...workOperations,
};
