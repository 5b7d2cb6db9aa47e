import type { Evidence } from "../event.js";

/** A part of the text that is stored by itself. */
export interface TextChunk {
  chunk_id: string;
  start_char: number;
  end_char: number;
}

/** The chunk whose span holds a quote; of two that overlap, the one in which it stands farther from an edge. */
export function chunkOf<T extends TextChunk>(chunks: readonly T[], evidence: Evidence): T | undefined {
  const margin = (chunk: T) =>
    Math.min(evidence.start_char - chunk.start_char, chunk.end_char - evidence.end_char);
  let chosen: T | undefined;
  for (const chunk of chunks) {
    if (margin(chunk) >= 0 && (chosen === undefined || margin(chunk) > margin(chosen))) chosen = chunk;
  }
  return chosen;
}
