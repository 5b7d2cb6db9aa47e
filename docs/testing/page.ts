import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./workplace.js";

/** What a page shows to have come of a command. */
export interface Expected {
  language: "output" | "json";
  text: string;
}

/** A block of a page that is run. */
export interface Step {
  line: number;
  language: "sh" | "ts" | "sql";
  code: string;
  /** The exit code that the page says it has. */
  exit: number;
  expected: Expected | undefined;
}

export interface Page {
  /** From the root of the checkout. */
  path: string;
  steps: Step[];
  /** Blocks of JSON that no command printed. */
  json: { line: number; text: string }[];
  /** Why each block that is not run is not. */
  skipped: string[];
  /** Settings under which the page's server and commands run, from `<!-- server: NAME=value -->`. */
  settings: Record<string, string>;
  /** It sets up a Postgres server of its own, with `<!-- server: postgres -->`. */
  postgres: boolean;
  /** What the page shows `npm start` to print. */
  banner: string | undefined;
}

interface Block {
  line: number;
  language: string;
  text: string;
  /** The comment in front of it. */
  note: string;
}

const languages: Record<string, Step["language"]> = { sh: "sh", bash: "sh", ts: "ts", sql: "sql" };
const comment = /^<!--\s*(?<text>[\s\S]*?)\s*-->$/;

/**
 * Reads a page. `sh`, `ts` and `sql` blocks are steps; an `output` or `json` block right after one is what it prints.
 * Comments steer: `no-run: why`, `exit: 1`, `setup:` with commands that are run and not shown, `server:`.
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

/** Fenced blocks and the comments that are blocks of their own, in order. */
function blocksOf(source: string): Block[] {
  const blocks: Block[] = [];
  const pattern = /^```(?<language>\w*)\n(?<code>[\s\S]*?)^```$|^(?<comment><!--[\s\S]*?-->)$/gm;
  let note = "";
  for (const match of source.matchAll(pattern)) {
    const line = source.slice(0, match.index).split("\n").length;
    const said = match.groups?.comment && comment.exec(match.groups.comment)?.groups?.text;
    if (said === undefined || said === "") {
      blocks.push({ line, language: match.groups?.language ?? "", text: match.groups?.code ?? "", note });
      note = "";
      continue;
    }
    const [, word, rest = ""] = /^(setup|server):\s*([\s\S]*)$/.exec(said) ?? [];
    if (word) blocks.push({ line, language: word, text: rest, note: "" });
    else note = said;
  }
  return blocks;
}
