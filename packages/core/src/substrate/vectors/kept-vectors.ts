/*
 * Vectors of late, kept in this process. To look a thousand of them up in the database takes ten milliseconds, to compare
 * them here takes one. What is kept only chooses what is looked up: the database decides which memories may be read, and
 * how near they are.
 */

/** A memory by its id, and the digest of the text that its vector stands for. */
export interface Worded {
  id: string;
  hash: string;
}

interface Space {
  tenantId: string;
  spaceId: number;
}

const kept = new Map<string, Float32Array>();
let keptNumbers = 0;
/** All of them together take 32 MB. */
const mostNumbers = 8_000_000;

const keyOf = ({ tenantId, spaceId }: Space, { id, hash }: Worded) => `${tenantId} ${spaceId} ${id} ${hash}`;

export const keptVector = (space: Space, memory: Worded): Float32Array | undefined =>
  kept.get(keyOf(space, memory));

export function keepVector(space: Space, memory: Worded, vector: Float32Array): void {
  if (keptNumbers + vector.length > mostNumbers) {
    kept.clear();
    keptNumbers = 0;
  }
  kept.set(keyOf(space, memory), vector);
  keptNumbers += vector.length;
}

/** Whether so many vectors can be kept at once. Otherwise each would be dropped before it is asked for again. */
export const canKeep = (vectors: number, dims: number): boolean => vectors * dims <= mostNumbers / 2;

/** The cosine to one vector of each other that is given. */
export function cosinesTo(a: Float32Array): (b: Float32Array) => number {
  const length = Math.hypot(...a);
  // A check of a text runs this loop some hundred thousand times.
  return (b) => {
    let dot = 0;
    let squares = 0;
    for (let n = 0; n < b.length; n++) {
      const value = b[n]!;
      dot += value * a[n]!;
      squares += value * value;
    }
    return dot / (length * Math.sqrt(squares));
  };
}
