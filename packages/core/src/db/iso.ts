/**
 * SQL for a moment as ISO 8601 to the microsecond, as it is stored: given back as `as_of`, it names the same
 * moment. Every transaction runs in UTC.
 */
export const iso = (column: string): string => `to_char(${column}, 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
