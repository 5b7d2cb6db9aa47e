import { assertServingRole, type Memory, migrateStatus } from "@palimpsest/core";
import type { Probe } from "../observe/index.js";
import { ping } from "./probes.sql.js";

/** What /readyz and /health check. */
export function probesOf({ services: { db } }: Memory): Probe[] {
  return [
    { name: "database", run: () => ping(db) },
    { name: "schema", run: async () => assertCurrent(await migrateStatus(db)) },
    { name: "role", run: () => assertServingRole(db) },
  ];
}

function assertCurrent({ current, latest }: { current: number; latest: number }): void {
  if (current === latest) return;
  throw new Error(`The schema has version ${current} and needs ${latest}: run palimpsest migrate up`);
}
