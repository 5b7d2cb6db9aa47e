// Runs the sources of worker-child.ts, without a build. The database's options are the first argument.
import { fileURLToPath } from "node:url";
import { runnerImport } from "vite";

const sources = fileURLToPath(new URL("../..", import.meta.url));
const { module } = await runnerImport(`${sources}/jobs/testing/worker-child.ts`, {
  configFile: false,
  logLevel: "silent",
  root: sources,
  resolve: { conditions: ["palimpsest-source"], external: ["pg"] },
  ssr: { resolve: { conditions: ["palimpsest-source"] }, noExternal: [/@palimpsest/] },
});
await module.runWorker(JSON.parse(process.argv[2]));
