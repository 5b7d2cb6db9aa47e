import { cards } from "../cards.js";
import { indent } from "./indent.js";
import { oneLine, plain } from "./plain.js";
import type { Style } from "./style.js";
import { fitsTable, table } from "./table.js";
import { padTo } from "./width.js";
import { wrap } from "./wrap.js";

type Fields = Record<string, unknown>;

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isEmpty = (value: unknown) =>
  value === null ||
  value === undefined ||
  value === "" ||
  (typeof value === "object" && Object.keys(value).length === 0);
const label = (name: string) => name.replaceAll("_", " ");

/** Any output for a person: fields as lines, lists of records as tables, nested records indented. */
export function renderValue(value: unknown, style: Style): string {
  if (!isFields(value)) return Array.isArray(value) ? renderList(value, style) : cell(value);
  const simple = Object.entries(value).filter(([, inner]) => !isNested(inner));
  const nested = Object.entries(value).filter(([, inner]) => isNested(inner) && !isEmpty(inner));
  const [only] = nested;
  if (simple.length === 0 && nested.length <= 1) {
    return only
      ? renderValue(only[1], style)
      : Object.keys(value)
          .map((name) => `no ${label(name)}`)
          .join("\n");
  }
  const width = Math.max(0, ...simple.map(([name]) => label(name).length));
  const room = style.width === undefined ? undefined : Math.max(20, style.width - width - 2);
  const lines = simple.map(
    ([name, inner]) =>
      `${style.paint("dim", padTo(label(name), width))}  ${wrap(field(inner), room).replaceAll("\n", `\n${" ".repeat(width + 2)}`)}`,
  );
  const narrower = { ...style, width: style.width === undefined ? undefined : style.width - 2 };
  const sections = nested.map(
    ([name, inner]) => `${style.paint("bold", label(name))}\n${indent(renderValue(inner, narrower))}`,
  );
  return [lines.join("\n"), ...sections].filter((part) => part !== "").join("\n\n");
}

const isNested = (value: unknown) =>
  isFields(value) || (Array.isArray(value) && (value.length === 0 || value.some(isFields)));

function renderList(list: unknown[], style: Style): string {
  if (!list.every(isFields)) return list.map((item) => `- ${field(item)}`).join("\n");
  const names = [...new Set(list.flatMap(Object.keys))].filter(
    (name) => !list.every((item) => isEmpty(item[name])),
  );
  const rows = list.map((item) => names.map((name) => cell(item[name])));
  const headings = names.map(label);
  return fitsTable(headings, rows, style)
    ? table(headings, rows, style)
    : cards(names, rows, { label, style });
}

/** A value in a table. */
export function cell(value: unknown): string {
  if (isEmpty(value)) return "-";
  if (typeof value === "string") return shortTime(oneLine(value));
  if (typeof value === "number") return String(Math.round(value * 1_000) / 1_000);
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (Array.isArray(value) && !value.some((item) => typeof item === "object"))
    return value.map(cell).join(", ");
  return oneLine(JSON.stringify(value));
}

/** A value on its own line; text keeps its line breaks. */
const field = (value: unknown) =>
  typeof value === "string" && value !== "" ? shortTime(plain(value)) : cell(value);

/** 2026-03-01 09:30:00Z instead of 2026-03-01T09:30:00.123Z */
const shortTime = (text: string) =>
  text.replace(/^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)(\.\d+)?(Z|[+-]\d\d:\d\d)$/, "$1 $2$4");
