// Runs the sources of documents-child.ts, without a build. The data directory is the first argument.
import { fileURLToPath } from "node:url";
import { runnerImport } from "vite";

const sources = fileURLToPath(new URL("../..", import.meta.url));
const { module } = await runnerImport(`${sources}/documents/testing/documents-child.ts`, {
  configFile: false,
  logLevel: "silent",
  root: sources,
  resolve: { conditions: ["palimpsest-source"], external: ["pg"] },
  ssr: { resolve: { conditions: ["palimpsest-source"] }, noExternal: [/@palimpsest/] },
});
await module.stopInTheMiddle(process.argv[2]);
