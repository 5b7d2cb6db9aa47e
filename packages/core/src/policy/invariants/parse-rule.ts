import {
  type Comparison,
  comparisons,
  type Operand,
  type Rule,
  type RuleName,
  ruleNames,
  typeOf,
} from "./rule.js";
import { RuleError, type Token, tokensOf } from "./tokens.js";

const MAX_DEPTH = 40;

/** Reads a rule, or says why it is none, in words that complete "rule …". */
export function parseRule(source: string): Rule | { refused: string } {
  try {
    return new Parser(tokensOf(source)).rule();
  } catch (error) {
    if (error instanceof RuleError) return { refused: error.message };
    throw error;
  }
}

class Parser {
  #at = 0;
  #depth = 0;

  constructor(private readonly tokens: Token[]) {}

  rule(): Rule {
    const rule = this.#or();
    if (this.#peek.kind !== "end") throw new RuleError(`has ${this.#shown()} where && or || should be`);
    return rule;
  }

  #or(): Rule {
    if (++this.#depth > MAX_DEPTH) throw new RuleError(`is nested more than ${MAX_DEPTH} levels deep`);
    const parts = [this.#and()];
    while (this.#take("||")) parts.push(this.#and());
    this.#depth--;
    return parts.length === 1 ? parts[0]! : { kind: "or", parts };
  }

  #and(): Rule {
    const parts = [this.#not()];
    while (this.#take("&&")) parts.push(this.#not());
    return parts.length === 1 ? parts[0]! : { kind: "and", parts };
  }

  #not(): Rule {
    let turned = false;
    while (this.#take("!")) turned = !turned;
    const part =
      this.#peek.text === "(" && this.#peek.kind === "sign" ? this.#inBrackets() : this.#comparison();
    return turned ? { kind: "not", part } : part;
  }

  #inBrackets(): Rule {
    this.#at++;
    const rule = this.#or();
    if (!this.#take(")")) throw new RuleError("has a ( without a )");
    return rule;
  }

  #comparison(): Rule {
    const left = this.#operand();
    const by = this.#peek.text as Comparison;
    if (this.#peek.kind === "text" || !comparisons.includes(by)) {
      throw new RuleError(`has ${this.#shown()} where one of ${comparisons.join(" ")} should be`);
    }
    this.#at++;
    const right = this.#operand();
    checkTypes(left, by, right);
    return { kind: "compare", left, by, right };
  }

  #operand(): Operand {
    const { kind, text } = this.#peek;
    if (kind === "sign" && text === "[") return this.#list();
    if (kind === "text" || kind === "number") {
      this.#at++;
      return kind === "text" ? { kind, value: text } : { kind, value: Number(text) };
    }
    if (kind === "word" && text !== "in" && text !== "notin") {
      if (!Object.hasOwn(ruleNames, text)) {
        throw new RuleError(
          `names ${text}, which is not known; it can name ${Object.keys(ruleNames).join(", ")}`,
        );
      }
      this.#at++;
      return { kind: "name", name: text as RuleName };
    }
    throw new RuleError(`has ${this.#shown()} where a name or a value should be`);
  }

  #list(): Operand {
    this.#at++;
    const value: (string | number)[] = [];
    while (!this.#take("]")) {
      if (value.length > 0 && !this.#take(",")) throw new RuleError("has a [ without a ]");
      const item = this.#operand();
      if (item.kind !== "text" && item.kind !== "number")
        throw new RuleError("has something else than values in [ ]");
      value.push(item.value);
    }
    return { kind: "list", value };
  }

  get #peek(): Token {
    return this.tokens[this.#at]!;
  }

  #shown(): string {
    return this.#peek.kind === "end" ? this.#peek.text : `"${this.#peek.text}"`;
  }

  #take(sign: string): boolean {
    if (this.#peek.kind !== "sign" || this.#peek.text !== sign) return false;
    this.#at++;
    return true;
  }
}

/** What can never be compared is refused when the policy is applied, and not found out later. */
function checkTypes(left: Operand, by: Comparison, right: Operand): void {
  const [a, b] = [typeOf(left), typeOf(right)];
  if (by === "in" || by === "notin") {
    if (a === "list" || b !== "list")
      throw new RuleError(`has ${by} without a value before it and a list after it`);
    return;
  }
  if (a === "list" || b === "list") throw new RuleError(`compares a list by ${by}; use in or notin`);
  if (a !== b) throw new RuleError("compares a text with a number");
  if (a === "text" && by !== "==" && by !== "!=")
    throw new RuleError(`compares texts by ${by}; use == or !=`);
}
