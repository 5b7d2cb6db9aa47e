import { PalimpsestError } from "@palimpsest/contract";

interface Item {
  index?: unknown;
  embedding?: unknown;
}

const broken = (model: string, why: string) =>
  new PalimpsestError("MODEL_UNAVAILABLE", `The embedding model ${model} ${why}.`, { retryAfter: 60 });

/** The vectors of an OpenAI-shaped answer, in the order of the texts, or why they cannot be used. */
export function checkVectors(model: string, answer: unknown, count: number, dims?: number): Float32Array[] {
  const data = (answer as { data?: unknown } | null)?.data;
  if (!Array.isArray(data)) throw broken(model, "answered without a list of vectors; check OPENAI_BASE_URL");
  if (data.length !== count) throw broken(model, `gave ${data.length} vectors for ${count} texts`);
  const vectors = new Array<Float32Array | undefined>(count);
  for (const [position, item] of (data as Item[]).entries()) {
    const index = item?.index ?? position;
    if (typeof index !== "number" || !Number.isInteger(index) || index < 0 || index >= count) {
      throw broken(model, "numbered its vectors wrongly");
    }
    if (vectors[index]) throw broken(model, "gave two vectors for one text");
    vectors[index] = checkVector(model, item?.embedding, dims);
  }
  return vectors as Float32Array[];
}

export function checkVector(model: string, values: unknown, dims?: number): Float32Array {
  if (!Array.isArray(values) && !(values instanceof Float32Array))
    throw broken(model, "gave something that is no vector");
  if (values.length === 0) throw broken(model, "gave an empty vector");
  if (dims !== undefined && values.length !== dims) {
    throw broken(
      model,
      `gave a vector of ${values.length} dimensions where ${dims} are expected; set OPENAI_EMBED_DIMS to what the model gives, then switch with \`palimpsest embeddings switch\``,
    );
  }
  const vector = Float32Array.from(values as ArrayLike<number>);
  if (!values.every((value) => typeof value === "number") || !vector.every(Number.isFinite))
    throw broken(model, "gave a vector with a value that is no finite number");
  if (vector.every((value) => value === 0)) throw broken(model, "gave a vector of zeros");
  return vector;
}
