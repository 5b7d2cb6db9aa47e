import { homedir } from "node:os";
import { join } from "node:path";

/** The folder of downloads and server records, outside the checkout, so that a new clone can use them. */
export const cacheDir = join(process.env.XDG_CACHE_HOME || join(homedir(), ".cache"), "palimpsest");
