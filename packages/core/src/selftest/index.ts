import type { Services } from "../services.js";
import { isolationSelftest } from "./isolation.js";
import { ownCalls } from "./own-calls.js";

/** The self-test of a memory on its own store. */
export const selftestOf =
  (services: Services, settle = ownCalls(services).settle): Services["selftest"] =>
  (only) =>
    isolationSelftest({ ...ownCalls(services), settle }, only);
