/*
 * How other folders bring memories into a statement of their own, so that one round trip stays one. Row level security
 * decides which rows there are: a memory that the caller may not see does not exist for these statements.
 */

/** The columns of another table, or the parameters, that name a memory. */
export interface MemoryKey {
  tenant: string;
  id: string;
}

/** All memories that the caller may see, under this alias. */
export const visibleMemory = (alias: string): string => `palimpsest.memory ${alias}`;

/** Joins the memory that the key names. */
export const joinMemory = (alias: string, { tenant, id }: MemoryKey): string =>
  `join palimpsest.memory ${alias} on ${alias}.tenant_id = ${tenant} and ${alias}.id = ${id}`;

/**
 * The same, with each memory looked up by its key first. Row level security hides from the planner how few rows there
 * will be, and it would otherwise start with every memory of the tenant.
 */
export const joinMemoryByKey = (alias: string, { tenant, id }: MemoryKey): string =>
  `cross join lateral (
     select * from palimpsest.memory ${alias} where ${alias}.tenant_id = ${tenant} and ${alias}.id = ${id} offset 0) ${alias}`;

export const isRetracted = ({ tenant, id }: MemoryKey): string =>
  `exists (select 1 from palimpsest.memory m where m.tenant_id = ${tenant} and m.id = ${id} and m.retracted)`;

/** It has not expired. Expiry is checked at read time; the sweep only tidies up. */
export const unexpired = (alias: string): string =>
  `(${alias}.expires_at is null or ${alias}.expires_at > clock_timestamp())`;
