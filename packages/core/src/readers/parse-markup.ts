import type { Handler, ParserOptions } from "htmlparser2";
import { unreadable } from "./unreadable.js";

/** The library takes longer than in proportion to the depth of what it reads. */
const maxDepth = 2_000;

/** Reads HTML or XML and tells the handler what it meets. */
export async function parseMarkup(
  name: string,
  text: string,
  handler: Partial<Handler>,
  options?: ParserOptions,
): Promise<void> {
  const { Parser } = await import("htmlparser2");
  let depth = 0;
  const parser = new Parser(
    {
      ...handler,
      onopentagname(tag) {
        if (++depth > maxDepth) throw unreadable(name, "is broken: its elements are nested too deeply.");
        handler.onopentagname?.(tag);
      },
      onclosetag(tag, isImplied) {
        depth--;
        handler.onclosetag?.(tag, isImplied);
      },
    },
    options,
  );
  parser.write(text);
  parser.end();
}
