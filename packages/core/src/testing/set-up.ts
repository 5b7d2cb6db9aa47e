import fc from "fast-check";
import { afterAll } from "vitest";
import { cleanUp } from "./clean-up.js";
import { seed } from "./seed.js";

// Vitest runs this file before each test file. Test files share a process and its modules, so a hook that a helper
// registers when it is loaded would run for the first file only.
afterAll(cleanUp);
fc.configureGlobal({ seed });
