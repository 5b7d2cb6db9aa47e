import { type Embedder, spaceId } from "../embedder.js";
import { FeatureCounts } from "./feature-counts.js";
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

/** Filled and emptied for each text. */
const counts = new FeatureCounts();
const add = (code: number, weight: number) => counts.add(code, weight);

function vectorOf(text: string): Float32Array {
  counts.clear();
  forEachFeature(text, add);
  const sums = new Float64Array(DIMS);
  counts.addTo(sums);
  return unit(sums);
}

/** Scales to unit length. A text without features, or whose features cancel out, gets a fixed vector: zero has no direction. */
function unit(sums: Float64Array): Float32Array {
  let squares = 0;
  for (let at = 0; at < DIMS; at++) squares += sums[at]! * sums[at]!;
  const length = Math.sqrt(squares);
  const vector = new Float32Array(DIMS);
  if (length === 0) vector[0] = 1;
  else for (let at = 0; at < DIMS; at++) vector[at] = sums[at]! / length;
  return vector;
}
