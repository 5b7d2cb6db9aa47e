import { fresh } from "./fresh-rows.js";
import { insert } from "./plant.js";
import type { Row } from "./rows/planter.js";
import type { Viewer } from "./viewers.js";

/** A write with plain SQL, and what comes of it: the number of rows, or an SQLSTATE. Undone afterwards. */
export interface Attempt {
  table: string;
  what: string;
  by: Viewer;
  sql: string;
  expect: string;
}

export const refused = "42501";

export const add = (what: string, by: Viewer, table: string, change: Row, expect = refused): Attempt => ({
  table,
  what,
  by,
  sql: insert(table, { tenant_id: by.tenant, ...fresh[table], ...change }),
  expect,
});

export const policy = { version: "2", source: "version: 2", document: {}, applied_by: "ann" };
