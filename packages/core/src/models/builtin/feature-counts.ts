/** A text has fewer different features than this; what a longer one needs is not kept. */
const keptSlots = 1 << 14;

/**
 * Counts the occurrences of hashed features in the order in which they first came. One table serves all texts: a map for
 * each would be most of what embedding allocates.
 */
export class FeatureCounts {
  size = 0;
  #slots = new Int32Array(1 << 11);
  #codes = new Uint32Array(1 << 10);
  #counts = new Int32Array(1 << 10);
  #weights = new Float64Array(1 << 10);

  add(code: number, weight: number): void {
    const mask = this.#slots.length - 1;
    let slot = code & mask;
    for (let place = this.#slots[slot]!; place !== 0; place = this.#slots[slot]!) {
      if (this.#codes[place - 1] === code) {
        this.#counts[place - 1]! += 1;
        return;
      }
      slot = (slot + 1) & mask;
    }
    this.#codes[this.size] = code;
    this.#weights[this.size] = weight;
    this.#counts[this.size] = 1;
    this.size += 1;
    this.#slots[slot] = this.size;
    if (this.size === this.#codes.length) this.#resize(this.#slots.length * 2);
  }

  /** Adds what each feature weighs to the sum of its dimension; a repetition adds less than the first. */
  addTo(sums: Float64Array): void {
    for (let place = 0; place < this.size; place++) {
      const [code, count, weight] = [this.#codes[place]!, this.#counts[place]!, this.#weights[place]!];
      const value = count === 1 ? weight : weight * (1 + Math.log(count));
      sums[code % sums.length]! += code >= 0x80000000 ? -value : value;
    }
  }

  clear(): void {
    this.size = 0;
    if (this.#slots.length > keptSlots) this.#resize(1 << 11);
    else this.#slots.fill(0);
  }

  #resize(slots: number): void {
    const copied = <A extends Int32Array | Uint32Array | Float64Array>(from: A, to: A): A => {
      to.set(from.subarray(0, this.size));
      return to;
    };
    this.#codes = copied(this.#codes, new Uint32Array(slots / 2));
    this.#counts = copied(this.#counts, new Int32Array(slots / 2));
    this.#weights = copied(this.#weights, new Float64Array(slots / 2));
    this.#slots = new Int32Array(slots);
    for (let place = 0; place < this.size; place++) {
      let slot = this.#codes[place]! & (slots - 1);
      while (this.#slots[slot] !== 0) slot = (slot + 1) & (slots - 1);
      this.#slots[slot] = place + 1;
    }
  }
}
