/** Fixed SQL over `m`, whose own values are written ?1, ?2 and so on. */
export interface Picked {
  /** A table that is read before the memory and that `where` joins to it. Not for reads of the past. */
  beside?: string;
  /** A condition on columns that no edit changes. */
  where: string;
  /** A condition on what edits change, applied to the state at the moment that is read. */
  state?: string;
  values: unknown[];
  /** A condition on the rows as they come out; it and the order may then name the further columns, as `m.name`. */
  after?: string;
  order?: string;
  limit?: number;
  /** It is read with every context: its statement is prepared. Not for reads of the past. */
  often?: boolean;
  columns?: string;
}

/** Numbers the values of a `Picked`, which follow so many others. */
export const numberedFrom =
  (before: number) =>
  (sql: string): string =>
    sql.replace(/\?(\d+)/g, (_, n) => `$${before + Number(n)}`);
