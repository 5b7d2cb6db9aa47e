import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { binary, build, ensureInstalled, root } from "../scripts/lib/bootstrap.mjs";
import { main } from "../scripts/lib/main.mjs";
import { run } from "../scripts/lib/run.mjs";

/** Installs and builds what is missing, then runs one benchmark. stdout belongs to its result. */
export const launch = (name) =>
  main(async () => {
    await ensureInstalled();
    await build();
    const stdio = ["ignore", process.stderr, process.stderr];
    await run(process.execPath, [binary("typescript", "tsc"), "-p", join(root, "bench")], {
      cwd: root,
      stdio,
    });
    const { runBenchmark } = await import(pathToFileURL(join(root, "bench", "dist", name, "main.js")).href);
    return runBenchmark(process.argv.slice(2));
  });
