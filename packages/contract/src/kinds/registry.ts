import { z } from "zod";
import type { Kind } from "./kind.js";

const byName = new Map<string, Kind>();

/** Makes a kind known to every operation. Names and prefixes are unique. */
export function registerKind(kind: Kind): void {
  for (const other of byName.values()) {
    if (other.name === kind.name || other.prefix === kind.prefix) {
      throw new Error(`Kind ${kind.name} (${kind.prefix}_) is already registered as ${other.name}.`);
    }
  }
  const foreign = kind.amendable.attributes.filter((key) => !(key in kind.attributes.shape));
  if (foreign.length > 0) throw new Error(`Kind ${kind.name} has no attribute ${foreign.join(", ")}.`);
  byName.set(kind.name, kind);
}

export const findKind = (name: string): Kind | undefined => byName.get(name);

/** The declaration of a kind that is known to exist, for instance of a stored row. */
export function kindOf(name: string): Kind {
  const kind = byName.get(name);
  if (!kind) throw new Error(`The kind ${name} is not registered.`);
  return kind;
}

type Accepts = (kind: Kind) => boolean;

/** Names of the kinds that `accepts` accepts, in the order they were registered. */
export const kindNames = (accepts: Accepts = () => true): string[] =>
  [...byName.values()].filter(accepts).map(({ name }) => name);

/**
 * A kind's name, or one of `others`. The registry is asked when a value is checked, so that a kind which is
 * registered later is accepted too.
 */
export function kindName<Name extends string>(accepts: Accepts = () => true, others: readonly Name[] = []) {
  const names = () => [...others, ...kindNames(accepts)];
  const schema = z
    .string()
    .refine((name) => names().includes(name), { error: () => `must be one of ${names().join(", ")}` })
    .meta({
      get enum() {
        return names();
      },
    });
  return schema as unknown as z.ZodType<KnownKind | Name, string>;
}

/** The shipped kinds, and any other: a store may know more than this package does. */
export type KnownKind =
  | "chunk"
  | "interaction"
  | "fact"
  | "episode"
  | "procedure"
  | "decision"
  | "task"
  | "rule"
  | "capsule"
  | "censor"
  | "artifact"
  | "semantic_event"
  | (string & {});

export const memoryKind = kindName().describe("What the memory is");
