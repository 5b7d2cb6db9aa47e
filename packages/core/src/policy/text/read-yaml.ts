import { PalimpsestError } from "@palimpsest/contract";
import {
  Composer,
  type CST,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  Lexer,
  LineCounter,
  type Node,
  Parser,
} from "yaml";
import { unicodeProblem } from "../../text/index.js";

export const yamlCaps = { bytes: 131_072, values: 5_000, depth: 16 } as const;

/** What a YAML text says, as plain JSON values, and the line on which each path stands. */
export interface YamlText {
  value: unknown;
  /** By path, as in `approval.edits.0.then`. */
  lines: Map<string, number>;
  /** The characters of a scalar as they were written: `0.10` is not `0.1`. */
  sources: Map<string, string>;
}

/**
 * Reads the part of YAML 1.2 that is JSON with comments and fewer quotes: no anchors, aliases, merge keys, tags or
 * tabs, one document, each key once. What is refused is refused with its line.
 */
export function readYaml(text: string): YamlText {
  if (Buffer.byteLength(text) > yamlCaps.bytes) {
    throw invalidYaml(`must be at most ${yamlCaps.bytes / 1024} KB`);
  }
  const tab = text.indexOf("\t");
  if (tab >= 0) throw invalidYaml("has a tab; use spaces", text.slice(0, tab).split("\n").length);
  const lineCounter = new LineCounter();
  const lineOf = (offset: number) => Math.max(1, lineCounter.linePos(offset).line);
  const document = compose(text, lineCounter);
  const problem = document.errors[0] ?? document.warnings[0];
  if (problem) throw invalidYaml(`is not YAML: ${problem.message}`, lineOf(problem.pos[0]));
  const reader = new Reader(lineOf);
  const value = reader.read(document.contents, []);
  return { value, lines: reader.lines, sources: reader.sources };
}

/** Size and depth are checked before anything is composed: composing calls itself for each level. */
function compose(text: string, lineCounter: LineCounter) {
  const tokens = parse(text, lineCounter);
  checkSize(tokens);
  if (tokens.some(({ type }) => type === "directive")) throw invalidYaml("has a directive; leave it out");
  const composer = new Composer({
    version: "1.2",
    schema: "core",
    merge: false,
    // The library would compare each key with every other; the reader does it in one pass.
    uniqueKeys: false,
    prettyErrors: false,
    logLevel: "silent",
  });
  const [document, second] = [...composer.compose(tokens, true, text.length)];
  if (!document || second) throw invalidYaml("must be one YAML document");
  return document;
}

/** Words and marks are counted as they are read: the time to parse deep nesting grows with its square. */
function parse(text: string, lineCounter: LineCounter): CST.Token[] {
  const parser = new Parser(lineCounter.addNewLine);
  lineCounter.addNewLine(0);
  const tokens: CST.Token[] = [];
  let lexemes = 0;
  for (const lexeme of new Lexer().lex(text)) {
    if (++lexemes > yamlCaps.values * 4) throw invalidYaml(`has more than ${yamlCaps.values} values`);
    tokens.push(...parser.next(lexeme));
  }
  return [...tokens, ...parser.end()];
}

function checkSize(tokens: CST.Token[]): void {
  const queue = tokens.map((token) => ({ token, depth: 0 }));
  let values = 0;
  for (let at = queue.pop(); at !== undefined; at = queue.pop()) {
    if (++values > yamlCaps.values) throw invalidYaml(`has more than ${yamlCaps.values} values`);
    if (at.depth > yamlCaps.depth) throw invalidYaml(`is nested more than ${yamlCaps.depth} levels deep`);
    for (const token of partsOf(at.token)) queue.push({ token, depth: at.depth + 1 });
  }
}

function partsOf(token: CST.Token): CST.Token[] {
  if (token.type === "document") return token.value ? [token.value] : [];
  if (!("items" in token)) return [];
  return token.items.flatMap(({ key, value }) => [key, value].filter((part) => part != null));
}

class Reader {
  readonly lines = new Map<string, number>();
  readonly sources = new Map<string, string>();

  constructor(private readonly lineOf: (offset: number) => number) {}

  read(node: Node | null | undefined, path: string[]): unknown {
    const at = path.join(".");
    const line = node?.range ? this.lineOf(node.range[0]) : undefined;
    const refuse = (message: string) => invalidYaml(`${at === "" ? "" : `at ${at} `}${message}`, line);
    if (line !== undefined && !this.lines.has(at)) this.lines.set(at, line);
    if (node === null || node === undefined) return null;
    if (isAlias(node)) throw refuse("has an alias; write the value out");
    if (node.tag !== undefined) throw refuse("has a tag; leave it out");
    if ((isScalar(node) || isMap(node) || isSeq(node)) && node.anchor !== undefined) {
      throw refuse("has an anchor; write the value out where it is needed");
    }
    if (isSeq(node)) return node.items.map((item, n) => this.read(item as Node, [...path, String(n)]));
    if (isMap(node)) return this.#readMap(node.items as { key: Node; value: Node | null }[], path);
    if (!isScalar(node)) throw refuse("has something that is neither a value, a list nor a mapping");
    const problem = typeof node.value === "string" ? unicodeProblem(node.value) : undefined;
    if (problem !== undefined) throw refuse(problem);
    if (node.source !== undefined) this.sources.set(at, node.source);
    return typeof node.value === "bigint" ? Number(node.value) : node.value;
  }

  #readMap(pairs: { key: Node; value: Node | null }[], path: string[]): Record<string, unknown> {
    const read: Record<string, unknown> = {};
    for (const { key, value } of pairs) {
      const line = key?.range ? this.lineOf(key.range[0]) : undefined;
      const name = this.read(key, [...path, "a key"]);
      if (typeof name !== "string") throw invalidYaml("has a key that is not a word", line);
      if (name === "__proto__") throw invalidYaml("has the key __proto__, which nothing may be called", line);
      if (Object.hasOwn(read, name)) throw invalidYaml(`has the key ${name} twice`, line);
      if (line !== undefined) this.lines.set([...path, name].join("."), line);
      read[name] = this.read(value, [...path, name]);
    }
    return read;
  }
}

function invalidYaml(message: string, line?: number): PalimpsestError {
  const where = line === undefined ? "" : `Line ${line} of `;
  const said = `${where}${where === "" ? "The" : "the"} policy ${message}`;
  return new PalimpsestError("INVALID_POLICY", `${said}.`, {
    details: [{ path: line === undefined ? "yaml" : `line ${line}`, message: said }],
  });
}
