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
  const features = new Map<number, { weight: number; count: number }>();
  forEachFeature(text, (code, weight) => {
    const seen = features.get(code);
    if (seen) seen.count++;
    else features.set(code, { weight, count: 1 });
  });
  const sums = new Float64Array(DIMS);
  for (const [code, { weight, count }] of features) {
    const value = weight * (1 + Math.log(count));
    sums[code % DIMS]! += code >= 0x80000000 ? -value : value;
  }
  return unit(sums);
}

/** Scales to unit length. A text without features, or whose features cancel out, gets a fixed vector: zero has no direction. */
function unit(sums: Float64Array): Float32Array {
  const length = Math.sqrt(sums.reduce((sum, value) => sum + value * value, 0));
  if (length === 0) sums[0] = 1;
  return Float32Array.from(sums, (value) => value / (length || 1));
}
