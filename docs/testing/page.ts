import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./workspace.js";

/** The output that a page shows for a command. */
export interface Expected {
  language: "output" | "json";
  text: string;
}

/** A block of a page that is executed. */
export interface Step {
  line: number;
  language: "sh" | "ts" | "sql";
  code: string;
  /** The expected exit code. */
  exit: number;
  expected: Expected | undefined;
}

export interface Page {
  /** Relative to the root of the checkout. */
  path: string;
  steps: Step[];
  /** JSON blocks that are not the output of a command. */
  json: { line: number; text: string }[];
  /** The reasons why blocks are not run. */
  skipped: string[];
  /** Settings under which the page's server and commands run, from `<!-- server: NAME=value -->`. */
  settings: Record<string, string>;
  /** Whether the page sets up its own database on a Postgres server: `<!-- server: postgres -->`. */
  postgres: boolean;
  /** What `npm start` prints, according to the page. */
  banner: string | undefined;
}

interface Block {
  line: number;
  language: string;
  text: string;
  /** The comment before the block. */
  note: string;
}

const languages: Record<string, Step["language"]> = { sh: "sh", bash: "sh", ts: "ts", sql: "sql" };
const comment = /^<!--\s*(?<text>[\s\S]*?)\s*-->$/;

/**
 * Reads a page. `sh`, `ts` and `sql` blocks are steps; an `output` or `json` block right after a step is its output.
 * Comments control the run: `no-run: why`, `exit: 1`, `setup:` with commands that run but are not shown, `server:`.
 */
export function readPage(path: string): Page {
  const page: Page = {
    path,
    steps: [],
    json: [],
    skipped: [],
    settings: {},
    postgres: false,
    banner: undefined,
  };
  let last: Step | undefined;
  for (const block of blocksOf(readFileSync(join(root, path), "utf8"))) {
    const { line, language, text, note } = block;
    const previous = last;
    last = undefined;
    if (language === "setup") page.steps.push(step(block, "sh"));
    else if (language === "server" && text === "postgres") page.postgres = true;
    else if (language === "server") Object.assign(page.settings, settingsOf(text));
    else if (note.startsWith("no-run:")) page.skipped.push(note.slice("no-run:".length).trim());
    else if (languages[language]) {
      last = step(block, languages[language]);
      page.steps.push(last);
    } else if (language === "output" && previous) previous.expected = { language, text };
    else if (language === "json" && previous) previous.expected = { language, text };
    else if (language === "json") page.json.push({ line, text });
    else if (language === "console" && text.startsWith("$ npm start\n")) {
      page.banner = text.slice(text.indexOf("\n") + 1);
    }
  }
  return page;
}

function step({ line, text, note }: Block, language: Step["language"]): Step {
  const exit = /^exit:\s*(\d+)$/.exec(note)?.[1];
  return { line, language, code: text, exit: Number(exit ?? 0), expected: undefined };
}

const settingsOf = (text: string): Record<string, string> =>
  Object.fromEntries(text.split(/\s+/).map((pair) => pair.split(/=(.*)/s).slice(0, 2)));

/** Fenced blocks, and the comments that count as blocks, in order. */
function blocksOf(source: string): Block[] {
  const blocks: Block[] = [];
  const pattern = /^```(?<language>\w*)\n(?<code>[\s\S]*?)^```$|^(?<comment><!--[\s\S]*?-->)$/gm;
  let note = "";
  for (const match of source.matchAll(pattern)) {
    const line = source.slice(0, match.index).split("\n").length;
    const commentText = match.groups?.comment && comment.exec(match.groups.comment)?.groups?.text;
    if (commentText === undefined || commentText === "") {
      blocks.push({ line, language: match.groups?.language ?? "", text: match.groups?.code ?? "", note });
      note = "";
      continue;
    }
    const [, word, rest = ""] = /^(setup|server):\s*([\s\S]*)$/.exec(commentText) ?? [];
    if (word) blocks.push({ line, language: word, text: rest, note: "" });
    else note = commentText;
  }
  return blocks;
}
