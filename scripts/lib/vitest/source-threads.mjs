// Loaded in the processes of tests and in their threads: a thread that a test starts runs the sources too, as Vitest lets
// the test do.
import { register } from "node:module";
import { isMainThread } from "node:worker_threads";

if (!isMainThread) register("./source-hooks.mjs", import.meta.url);
