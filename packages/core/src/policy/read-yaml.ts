import { PalimpsestError } from "@palimpsest/contract";
import { Composer, isAlias, isMap, isScalar, isSeq, LineCounter, type Node, Parser } from "yaml";

export const yamlCaps = { bytes: 131_072, nodes: 5_000, depth: 16 } as const;

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

/** Keys are compared by the reader: the library compares each with every other. */
function compose(text: string, lineCounter: LineCounter) {
  const composer = new Composer({
    version: "1.2",
    schema: "core",
    merge: false,
    uniqueKeys: false,
    prettyErrors: false,
    logLevel: "silent",
  });
  try {
    const tokens = [...new Parser(lineCounter.addNewLine).parse(text)];
    const [document, second] = [...composer.compose(tokens, true, text.length)];
    if (!document || second) throw invalidYaml("must be one YAML document");
    return document;
  } catch (error) {
    if (error instanceof RangeError) throw invalidYaml("is nested too deeply", undefined, error);
    throw error;
  }
}

class Reader {
  readonly lines = new Map<string, number>();
  readonly sources = new Map<string, string>();
  #nodes = 0;

  constructor(private readonly lineOf: (offset: number) => number) {}

  read(node: Node | null | undefined, path: string[]): unknown {
    const at = path.join(".");
    const line = node?.range ? this.lineOf(node.range[0]) : undefined;
    const refuse = (message: string) => invalidYaml(`${at === "" ? "" : `at ${at} `}${message}`, line);
    if (line !== undefined && !this.lines.has(at)) this.lines.set(at, line);
    if (++this.#nodes > yamlCaps.nodes) throw refuse(`has more than ${yamlCaps.nodes} values`);
    if (path.length > yamlCaps.depth) throw refuse(`is nested more than ${yamlCaps.depth} levels deep`);
    if (node === null || node === undefined) return null;
    if (isAlias(node)) throw refuse("has an alias; write the value out");
    if (node.tag !== undefined) throw refuse("has a tag; leave it out");
    if ((isScalar(node) || isMap(node) || isSeq(node)) && node.anchor !== undefined) {
      throw refuse("has an anchor; write the value out where it is needed");
    }
    if (isSeq(node)) return node.items.map((item, n) => this.read(item as Node, [...path, String(n)]));
    if (isMap(node)) return this.#readMap(node.items as { key: Node; value: Node | null }[], path);
    if (!isScalar(node)) throw refuse("has something that is neither a value, a list nor a mapping");
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

function invalidYaml(message: string, line?: number, cause?: unknown): PalimpsestError {
  const where = line === undefined ? "" : `Line ${line} of `;
  const said = `${where}${where === "" ? "The" : "the"} policy ${message}`;
  return new PalimpsestError("INVALID_POLICY", `${said}.`, {
    details: [{ path: line === undefined ? "yaml" : `line ${line}`, message: said }],
    cause,
  });
}
