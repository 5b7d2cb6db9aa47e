import { PalimpsestError } from "@palimpsest/contract";
import type { Embedder } from "../../models/index.js";

const dims = 256;

export interface ChosenEmbedder extends Embedder {
  /** As silent as a provider that is down. */
  silent: boolean;
  /** From now on these two texts have this cosine. */
  choose(text: string, other: string, cosine: number): void;
}

/**
 * An embedder whose cosines are chosen. Texts that nothing was chosen for are at right angles to each other, as long as
 * there are fewer of them than dimensions.
 */
export function chosenEmbedder(): ChosenEmbedder {
  const chosen = new Map<string, Float32Array>();
  let next = 0;
  const axis = () => Float32Array.from({ length: dims }, (_, at) => Number(at === next % dims));
  const vectorOf = (text: string): Float32Array => {
    const known = chosen.get(text);
    if (known) return known;
    const made = axis();
    next += 1;
    chosen.set(text, made);
    return made;
  };
  return {
    id: `chosen@${dims}`,
    model: "chosen",
    dims,
    kind: "openai",
    outside: false,
    silent: false,
    choose(text, other, cosine) {
      const beside = vectorOf(`beside ${text}`);
      const sine = Math.sqrt(1 - cosine ** 2);
      chosen.set(
        text,
        vectorOf(other).map((value, at) => cosine * value + sine * beside[at]!),
      );
    },
    async embed(texts) {
      if (this.silent) throw new PalimpsestError("MODEL_UNAVAILABLE", "The embedder does not answer.");
      return texts.map(vectorOf);
    },
  };
}
