import type { Source } from "./sources.js";

const comments = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm;

export const withoutComments = (text: string): string => text.replace(comments, "");

const signsOfSql = [
  // Statements.
  /["'`]\s*(select|vacuum|analyze|alter|create|drop|grant)\s[^"'`]*["'`$]/,
  /\bselect\s[^"';]*?\sfrom\s+[a-z_($]/,
  /\b(insert\s+into|delete\s+from)\s+[a-z_$]/,
  /\bupdate\s+[a-z_.]+\s+(as\s+[a-z]+\s+)?set\s/,
  // Names of the schema: tables, functions, the settings of a transaction.
  /\b(from|join|into|table)\s+palimpsest\.[a-z_]+/,
  /\bpalimpsest\.([a-z_]+\(|(tenant|principal|readers|role)\b)/,
  // Parts of statements.
  /= any \(|\bis (not )?(null|distinct from)\b|\border by\b|[a-z_] desc\b/,
  /::(timestamptz|text|integer|bigint|jsonb|vector|interval)\b/,
];

/** Whether a file holds SQL: a statement, a part of one, or a name of the schema. */
export const holdsSql = ({ text }: Source): boolean => {
  const code = withoutComments(text);
  return signsOfSql.some((sign) => sign.test(code));
};

/** The tables that a file names in its SQL. A name before a bracket is a function, one in quotes a setting. */
export function tablesNamed({ text }: Source, tables: readonly string[]): string[] {
  const named = withoutComments(text).matchAll(/(?<!["'])\bpalimpsest\.([a-z_]+)\b(?!\()/g);
  return [...new Set([...named].map(([, name]) => name!))].filter((name) => tables.includes(name)).sort();
}
