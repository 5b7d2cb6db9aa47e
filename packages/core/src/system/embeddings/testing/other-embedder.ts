import { createHash } from "node:crypto";
import type { Embedder } from "../../../models/index.js";

/** Another model: 24 dimensions, the same text always the same vector. It can be made to wait, or to fail. */
export function otherEmbedder(
  gate: { wait?: (texts: readonly string[]) => Promise<void>; failing?: boolean } = {},
): Embedder & { texts: string[] } {
  const texts: string[] = [];
  return {
    id: "other-model@24",
    model: "other-model",
    dims: 24,
    kind: "openai",
    outside: false,
    texts,
    async embed(given) {
      if (gate.failing) throw new Error("no model");
      await gate.wait?.(given);
      texts.push(...given);
      return given.map((text) => {
        const bytes = createHash("sha256").update(text).digest();
        return Float32Array.from({ length: 24 }, (_, at) => bytes[at]! / 255 + 0.01);
      });
    },
  };
}
