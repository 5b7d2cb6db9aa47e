import type { Database } from "../database.js";
import { tableColumns } from "./row-types.sql.js";

interface Column {
  table: string;
  column: string;
  type: string;
  required: boolean;
  allowed: string | null;
}

/** What the driver makes of a value of each type. */
const driverTypes: Record<string, string> = {
  text: "string",
  "text[]": "string[]",
  boolean: "boolean",
  smallint: "number",
  integer: "number",
  "integer[]": "number[]",
  real: "number",
  "double precision": "number",
  // A JavaScript number would lose digits.
  bigint: "string",
  jsonb: "unknown",
  bytea: "Buffer",
  uuid: "string",
  vector: "string",
  xid8: "string",
  pg_snapshot: "string",
  "timestamp with time zone": "Date",
};

/** The rows of every table as a TypeScript module. */
export async function rowTypes(db: Database): Promise<string> {
  const columns = await db.owner((tx) => tx.query<Column & { [column: string]: unknown }>(tableColumns));
  const tables = [...new Set(columns.map(({ table }) => table))];
  return [
    "// Written by rows.generated.test.ts from the schema. Do not edit.",
    "",
    "/** A row of each table, as the driver gives it. */",
    "export interface Rows {",
    ...tables.flatMap((table) => [
      `  ${table}: {`,
      ...columns.filter((column) => column.table === table).map((column) => `    ${lineOf(column)}`),
      "  };",
    ]),
    "}",
    "",
  ].join("\n");
}

function lineOf({ table, column, type, required, allowed }: Column): string {
  const own = allowed === null ? driverTypes[type] : typeIn(allowed);
  if (own === undefined) throw new Error(`No TypeScript type is known for ${type} of ${table}.${column}.`);
  return `${column}: ${own}${required || own === "unknown" ? "" : " | null"};`;
}

/** What a check constraint says of a value: one of a list, or a JSON object. */
const typeIn = (check: string): string =>
  check.includes("jsonb_typeof")
    ? "Record<string, unknown>"
    : [...check.matchAll(/'([^']+)'::text/g)].map(([, value]) => JSON.stringify(value)).join(" | ");
