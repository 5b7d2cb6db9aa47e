import type { Database } from "../../db/index.js";
import { countStaleIndexes } from "../../substrate/index.js";

/** How many tenants have a lexical index of another version than this server makes. */
export const staleIndexes = (db: Database): Promise<number> => db.anonymous(countStaleIndexes);

/** What an operator reads about them. */
export const staleIndexNote = (tenants: number): string =>
  `${tenants === 1 ? "One tenant has" : `${tenants} tenants have`} a lexical index of another version than this server makes, so searches may miss words.`;

export const rebuildAdvice = "Run: palimpsest index rebuild --all-tenants";
