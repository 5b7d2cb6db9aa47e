import type { Query } from "../catalogue/catalogue-faults.js";
import { capsuleRows } from "./rows/capsule-rows.js";
import { companionRows, memoryRows } from "./rows/memory-rows.js";
import { laterRows, tenantRows } from "./rows/plain-rows.js";
import { planRows, workingRows } from "./rows/plan-rows.js";
import { type Planted, planterFor, type Row } from "./rows/planter.js";
import { tenants } from "./viewers.js";

/** In an order in which each row finds those it refers to. */
const rowsOf = (tenant: string): Planted[] => {
  const planter = planterFor(tenant);
  const all = [tenantRows, planRows, workingRows, memoryRows, companionRows, capsuleRows, laterRows];
  return all.flatMap((rows) => rows(planter));
};

const everyone = () => true;
const spaces: Planted[] = [
  {
    table: "embedding_space",
    key: ["model"],
    row: { model: "m", dims: 3, state: "active" },
    seenBy: everyone,
  },
];

export const planted: Planted[] = [...spaces, ...tenants.flatMap(rowsOf)];

/** SQL that inserts one row, whatever its columns. */
export function insert(table: string, row: Row): string {
  const columns = Object.keys(row).join(", ");
  const literal = JSON.stringify(row).replaceAll("'", "''");
  return `insert into palimpsest.${table} (${columns})
    select ${columns} from jsonb_populate_record(null::palimpsest.${table}, '${literal}')`;
}

/** As one whom nothing is hidden from. */
export async function plant(query: Query): Promise<void> {
  await query(planted.map(({ table, row }) => insert(table, row)).join(";\n"));
}
