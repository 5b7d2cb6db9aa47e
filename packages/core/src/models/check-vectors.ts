import { PalimpsestError } from "@palimpsest/contract";

interface Item {
  index?: unknown;
  embedding?: unknown;
}

const unusable = (model: string, why: string) =>
  new PalimpsestError("MODEL_UNAVAILABLE", `The embedding model ${model} ${why}.`, { retryAfter: 60 });

/** The vectors of an answer in OpenAI's format, in the order of the texts; throws if they cannot be used. */
export function checkVectors(model: string, answer: unknown, count: number, dims?: number): Float32Array[] {
  const data = (answer as { data?: unknown } | null)?.data;
  if (!Array.isArray(data)) throw unusable(model, "returned no list of vectors; check OPENAI_BASE_URL");
  if (data.length !== count) throw unusable(model, `returned ${data.length} vectors for ${count} texts`);
  const vectors = new Array<Float32Array | undefined>(count);
  for (const [position, item] of (data as Item[]).entries()) {
    const index = item?.index ?? position;
    if (typeof index !== "number" || !Number.isInteger(index) || index < 0 || index >= count) {
      throw unusable(model, "returned vectors with wrong indexes");
    }
    if (vectors[index]) throw unusable(model, "returned two vectors for one text");
    vectors[index] = checkVector(model, item?.embedding, dims);
  }
  return vectors as Float32Array[];
}

export function checkVector(model: string, values: unknown, dims?: number): Float32Array {
  if (!Array.isArray(values) && !(values instanceof Float32Array))
    throw unusable(model, "returned something that is not a vector");
  if (values.length === 0) throw unusable(model, "returned an empty vector");
  if (dims !== undefined && values.length !== dims) {
    throw unusable(
      model,
      `returned a vector of ${values.length} dimensions instead of ${dims}; set OPENAI_EMBED_DIMS to the dimensions of the model, then run \`palimpsest embeddings switch\``,
    );
  }
  const vector = Float32Array.from(values as ArrayLike<number>);
  if (!values.every((value) => typeof value === "number") || !vector.every(Number.isFinite))
    throw unusable(model, "returned a vector with a value that is not a finite number");
  if (vector.every((value) => value === 0)) throw unusable(model, "returned a vector of zeros");
  return vector;
}
