import { embedded } from "./embedded.js";
import { postgres } from "./postgres.js";
import type { TestEngine } from "./test-engine.js";

export { migratedDataDir } from "./embedded.js";
export type { TestDatabase, TestEngine, TestOptions } from "./test-engine.js";

/** For `describe.each(engines)("on $name", (engine) => …)`. */
export const engines: readonly TestEngine[] = [embedded, postgres];
