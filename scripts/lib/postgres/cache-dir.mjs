import { homedir } from "node:os";
import { join } from "node:path";

/** Where downloads and server records live: outside the checkout, so that a fresh clone reuses them. */
export const cacheDir = join(process.env.XDG_CACHE_HOME || join(homedir(), ".cache"), "palimpsest");
