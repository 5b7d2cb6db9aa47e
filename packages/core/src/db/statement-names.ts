import { createHash } from "node:crypto";

/** Each connection keeps a plan for each name, some 50 kB of the server's memory. */
const mostNames = 128;

/**
 * Names under which connections keep statements parsed and planned. A name is made of the text and of the role that
 * runs it, so that whatever stands between us and the server, it can never mean another statement or another
 * role's plan.
 */
export class StatementNames {
  readonly #names = new Map<string, string>();
  readonly #role: string;
  #off = false;

  constructor(role: string) {
    this.#role = role;
  }

  /** None: the statement is parsed and planned each time. */
  of(text: string): string | undefined {
    if (this.#off) return undefined;
    const known = this.#names.get(text);
    if (known !== undefined || this.#names.size >= mostNames) return known;
    const name = createHash("sha256").update(`${this.#role} ${text}`).digest("base64url");
    this.#names.set(text, name);
    return name;
  }

  /** For a server whose sessions do not keep statements. */
  giveUp(): void {
    this.#off = true;
  }
}
