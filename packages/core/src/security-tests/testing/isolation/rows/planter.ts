import { definerKnows, isDefiner, sightIn } from "../planted-memories.js";
import type { Viewer } from "../viewers.js";

export type Row = Record<string, unknown>;

/** A row, and who may read it. */
export interface Planted {
  table: string;
  row: Row;
  /** Columns that name it among the rows of its table. */
  key: string[];
  seenBy(viewer: Viewer): boolean;
}

export type Planter = ReturnType<typeof planterFor>;

/** Makes rows of a tenant. Unless told otherwise, everybody of the tenant sees a row. */
export function planterFor(tenant: string) {
  const sight = sightIn(tenant);
  const notDefiner = (see: (v: Viewer) => boolean) => (v: Viewer) => !isDefiner(v) && see(v);
  const plant = (
    table: string,
    key: string[],
    row: Row,
    seenBy: (v: Viewer) => boolean = sight.here,
  ): Planted => ({
    table,
    key: ["tenant_id", ...key],
    row: { tenant_id: tenant, ...row },
    seenBy: (v) => (definerKnows.has(table) && isDefiner(v)) || seenBy(v),
  });
  return { tenant, ...sight, notDefiner, plant };
}

export const at = "2026-01-01T00:00:00Z";
