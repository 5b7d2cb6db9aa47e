/** Columns of a table as a select list. The same names pick the type of the rows, so that the two agree. */
export const selectList = (alias: string, names: readonly string[]): string =>
  names.map((name) => `${alias}.${name}`).join(", ");
