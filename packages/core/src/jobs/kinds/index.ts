import type { JobKind } from "../job.js";
import { capsuleExpiry } from "./capsule-expiry.js";
import { embeddingFill } from "./embedding-fill.js";
import { idempotencyCleanup } from "./idempotency-cleanup.js";

export const jobKinds: readonly JobKind[] = [capsuleExpiry, embeddingFill, idempotencyCleanup];
