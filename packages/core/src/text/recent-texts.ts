/**
 * What was found out about texts that come again and again. Texts that have not come again by the time as many others did
 * are forgotten; long ones are not kept.
 */
export class RecentTexts<T> {
  readonly #size: number;
  readonly #longest: number;
  #recent = new Map<string, T>();
  #older = new Map<string, T>();

  constructor({ size, longest }: { size: number; longest: number }) {
    this.#size = size;
    this.#longest = longest;
  }

  get(text: string): T | undefined {
    if (text.length > this.#longest) return undefined;
    const known = this.#recent.get(text);
    if (known !== undefined) return known;
    const before = this.#older.get(text);
    if (before !== undefined) this.set(text, before);
    return before;
  }

  set(text: string, value: T): void {
    if (text.length > this.#longest) return;
    if (this.#recent.size >= this.#size) {
      this.#older = this.#recent;
      this.#recent = new Map();
    }
    this.#recent.set(text, value);
  }
}
