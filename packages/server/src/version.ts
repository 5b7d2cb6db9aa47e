import { readFileSync } from "node:fs";

const manifest = new URL("../package.json", import.meta.url);

/** The version of this package, as its manifest says; every surface reports it. */
export const { version } = JSON.parse(readFileSync(manifest, "utf8")) as { version: string };
