import { type Embedder, spaceId } from "./embedder.js";
import { forEachFeature } from "./features.js";

const DIMS = 256;
/** Raise the number when the features change: vectors of another model are computed again. */
const MODEL = "builtin-ngram-1";

/**
 * Hashes words and character n-grams into a fixed number of dimensions. Each has a sign, so that collisions cancel
 * out; repeats count by their logarithm; vectors have unit length. Needs no model, network or download, and gives the
 * same vector for a text on every machine.
 */
export function builtinEmbedder(): Embedder {
  return {
    id: spaceId(MODEL, DIMS),
    model: MODEL,
    dims: DIMS,
    kind: "builtin",
    outside: false,
    embed: async (texts) => texts.map(vectorOf),
  };
}

function vectorOf(text: string): Float32Array {
  const places = new Map<number, number>();
  const weights: number[] = [];
  const counts: number[] = [];
  forEachFeature(text, (code, weight) => {
    const place = places.get(code);
    if (place !== undefined) {
      counts[place]! += 1;
      return;
    }
    places.set(code, weights.length);
    weights.push(weight);
    counts.push(1);
  });
  const sums = new Float64Array(DIMS);
  for (const [code, place] of places) {
    const count = counts[place]!;
    const value = count === 1 ? weights[place]! : weights[place]! * (1 + Math.log(count));
    sums[code % DIMS]! += code >= 0x80000000 ? -value : value;
  }
  return unit(sums);
}

/** Scales to unit length. A text without features, or whose features cancel out, gets a fixed vector: zero has no direction. */
function unit(sums: Float64Array): Float32Array {
  const length = Math.sqrt(sums.reduce((sum, value) => sum + value * value, 0));
  if (length === 0) sums[0] = 1;
  return new Float32Array(length === 0 ? sums : sums.map((value) => value / length));
}
