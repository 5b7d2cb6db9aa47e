/*
 * How other folders bring memories into a statement of their own, so that one round trip stays one. Row level security
 * decides which rows there are; a memory that the caller may not see is as one that does not exist.
 */

/** Joins the memory, under this alias, that the columns `tenant` and `id` name. */
export const joinMemory = (alias: string, { tenant, id }: { tenant: string; id: string }): string =>
  `join palimpsest.memory ${alias} on ${alias}.tenant_id = ${tenant} and ${alias}.id = ${id}`;

/** Its time is not over. The sweep only tidies up: each read asks the clock. */
export const unexpired = (alias: string): string =>
  `(${alias}.expires_at is null or ${alias}.expires_at > clock_timestamp())`;
