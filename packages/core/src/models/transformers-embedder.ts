import { PalimpsestError } from "@palimpsest/contract";
import { checkVector } from "./check-vectors.js";
import { type Embedder, type EmbedOptions, spaceId } from "./embedder.js";
import { fitInput } from "./fit-input.js";
import { cancelled } from "./retry.js";

/** Typed as a string so that the compiler does not look for the package, which is optional. */
const PACKAGE: string = "@huggingface/transformers";
const DEFAULT_MODEL = "Xenova/all-MiniLM-L6-v2";
const BATCH = 16;

interface Tensor {
  data: Float32Array;
  dims: number[];
}
type Extractor = (texts: string[], options: { pooling: "mean"; normalize: boolean }) => Promise<Tensor>;
interface Transformers {
  pipeline(task: "feature-extraction", model: string): Promise<Extractor>;
}

export interface TransformersEmbedderOptions {
  model?: string;
  dims?: number;
  maxTokens?: number;
  /** How the package is loaded; replaced in tests. */
  load?: () => Promise<unknown>;
}

/** A model that runs in this process with @huggingface/transformers. Its files are downloaded once. */
export async function openTransformersEmbedder(options: TransformersEmbedderOptions = {}): Promise<Embedder> {
  const model = options.model || DEFAULT_MODEL;
  const extract = await openPipeline(model, options.load ?? (() => import(PACKAGE)));
  const embed = async (texts: string[], dims: number | undefined, { signal, purpose }: EmbedOptions = {}) => {
    const vectors: Float32Array[] = [];
    for (let start = 0; start < texts.length; start += BATCH) {
      if (signal?.aborted) throw cancelled(`The model ${model}`, signal.reason);
      const batch = texts.slice(start, start + BATCH);
      const input = batch.map((text) => prefix(model, purpose) + fitInput(text, options.maxTokens ?? 2_000));
      const { data, dims: shape } = await extract(input, { pooling: "mean", normalize: true });
      const width = shape.at(-1) ?? 0;
      for (const i of batch.keys())
        vectors.push(checkVector(model, data.slice(i * width, (i + 1) * width), dims));
    }
    return vectors;
  };
  const dims = options.dims ?? (await embed(["dimensions"], undefined))[0]!.length;
  return {
    id: spaceId(model, dims),
    model,
    dims,
    kind: "transformers",
    outside: false,
    embed: (texts, embedOptions) => embed(texts, dims, embedOptions),
  };
}

async function openPipeline(model: string, load: () => Promise<unknown>): Promise<Extractor> {
  let transformers: Transformers;
  try {
    transformers = (await load()) as Transformers;
  } catch (cause) {
    throw new PalimpsestError(
      "MODEL_UNAVAILABLE",
      `The package ${PACKAGE} is not installed; run \`npm install ${PACKAGE}\`, or choose the built-in embedder.`,
      { cause },
    );
  }
  try {
    return await transformers.pipeline("feature-extraction", model);
  } catch (cause) {
    throw new PalimpsestError(
      "MODEL_UNAVAILABLE",
      `The model ${model} could not be loaded; check its name, and that its files can be downloaded.`,
      { cause, retryAfter: 60 },
    );
  }
}

/** Models of the E5 family were trained with these prefixes. */
function prefix(model: string, purpose: EmbedOptions["purpose"]): string {
  if (!/(?:^|[/-])e5-/.test(model)) return "";
  return purpose === "query" ? "query: " : "passage: ";
}
