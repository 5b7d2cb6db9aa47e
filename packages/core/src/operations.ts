import type { PalimpsestContract } from "@palimpsest/contract";
import { auditOperations } from "./audit/index.js";
import { boundaryOperations } from "./boundary/index.js";
import { capsuleOperations } from "./capsules/index.js";
import { captureOperations } from "./capture/index.js";
import { claimOperations } from "./claims/index.js";
import { contextOperations } from "./context/index.js";
import { documentOperations } from "./documents/index.js";
import { erasureOperations } from "./erasure/index.js";
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
  ...auditOperations,
  ...boundaryOperations,
  ...capsuleOperations,
  ...captureOperations,
  ...claimOperations,
  ...contextOperations,
  ...documentOperations,
  ...erasureOperations,
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
