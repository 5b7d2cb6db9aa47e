import { readFileSync } from "node:fs";

const { version: packageVersion } = JSON.parse(
  readFileSync(new URL("../package.json", import.meta.url), "utf8"),
) as { version: string };

/** The version of this package, which every surface reports. */
export const version = packageVersion;
