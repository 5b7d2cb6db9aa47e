import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type EventCategory, eventCategories, type SourceDocument } from "@palimpsest/core";

export const halves = ["tuning", "held-out"] as const;
export type Half = (typeof halves)[number];

/** An event that a document tells of, as its annotator marked it. */
export interface GoldEvent {
  category: EventCategory;
  start: number;
  end: number;
  quote: string;
  /** The day on which it is due or happened, if the annotator gave one. */
  day?: string;
}

export interface GoldDocument {
  name: string;
  document: SourceDocument;
  gold: GoldEvent[];
}

const mark = /⟦([A-Za-z]+)(?: @(\d{4}-\d\d-\d\d))?\|([^⟧]*)⟧/g;

/**
 * The documents of one half. Each file has a few lines of metadata, a line of dashes, and the text, in which
 * `⟦Category|words⟧` or `⟦Commitment @2026-03-31|words⟧` marks an event.
 */
export function readCorpus(half: Half): GoldDocument[] {
  const folder = corpusFolder(half);
  return readdirSync(folder)
    .filter((name) => name.endsWith(".txt"))
    .sort()
    .map((name) => parseDocument(name.replace(/\.txt$/, ""), readFileSync(new URL(name, folder), "utf8")));
}

/** The same folder from the sources and from what was built of them. */
function corpusFolder(half: Half): URL {
  const bench = fileURLToPath(import.meta.url)
    .replace(/\\/g, "/")
    .replace(/\/(?:dist\/)?extraction\/[^/]*$/, "");
  return new URL(`file://${bench}/extraction/corpus/${half}/`);
}

export function parseDocument(name: string, file: string): GoldDocument {
  const cut = file.indexOf("\n---\n");
  const fields = new Map(
    file
      .slice(0, cut)
      .split("\n")
      .map((line): [string, string] => [
        line.slice(0, line.indexOf(":")),
        line.slice(line.indexOf(":") + 1).trim(),
      ]),
  );
  const gold: GoldEvent[] = [];
  let text = "";
  let from = 0;
  const marked = file.slice(cut + 5);
  for (const match of marked.matchAll(mark)) {
    const [whole, category, day, quote] = match;
    text += marked.slice(from, match.index);
    gold.push({
      category: categoryOf(category!, name),
      start: text.length,
      end: text.length + quote!.length,
      quote: quote!,
      day,
    });
    text += quote;
    from = match.index + whole.length;
  }
  text += marked.slice(from);
  const list = (field: string) =>
    fields
      .get(field)
      ?.split(";")
      .map((one) => one.trim());
  return {
    name,
    gold,
    document: {
      text,
      type: fields.get("type") as SourceDocument["type"],
      date: new Date(`${fields.get("date")}T00:00:00Z`),
      title: fields.get("title"),
      author: fields.get("author"),
      participants: list("participants"),
    },
  };
}

function categoryOf(given: string, name: string): EventCategory {
  const known = eventCategories.find((category) => category === given);
  if (known === undefined) throw new Error(`${name}: unknown category ${given}`);
  return known;
}
