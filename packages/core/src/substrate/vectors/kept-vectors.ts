import type { KeptVectors, SpaceOfTenant, Worded } from "../../services.js";

/** All of them together take 32 MB. */
const mostNumbers = 8_000_000;
/** What another process erased is gone from here after this time. */
const keptForMs = 10 * 60_000;

const keyOf = ({ tenantId, spaceId }: SpaceOfTenant, { id, hash }: Worded) =>
  `${tenantId} ${spaceId} ${id} ${hash}`;

/**
 * To look a thousand vectors up in the database takes ten milliseconds, to compare them here takes one. What is kept only
 * chooses what is looked up: the database decides which memories may be read, and how near they are.
 */
export function keptVectors(): KeptVectors {
  const kept = new Map<string, Float32Array>();
  let numbers = 0;
  let timer: NodeJS.Timeout | undefined;
  const clear = () => {
    clearTimeout(timer);
    timer = undefined;
    kept.clear();
    numbers = 0;
  };
  return {
    get: (space, memory) => kept.get(keyOf(space, memory)),
    keep: (space, memory, vector) => {
      if (numbers + vector.length > mostNumbers) clear();
      timer ??= setTimeout(clear, keptForMs).unref();
      kept.set(keyOf(space, memory), vector);
      numbers += vector.length;
    },
    // Otherwise each would be dropped before it is asked for again.
    canKeep: (vectors, dims) => vectors * dims <= mostNumbers / 2,
    clear,
  };
}
