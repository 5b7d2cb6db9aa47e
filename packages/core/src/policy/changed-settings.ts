import { isDeepStrictEqual } from "node:util";
import type { z } from "zod";
import { isMapping, type Mapping } from "./overlay.js";

type Json = z.output<ReturnType<typeof z.json>>;

export interface ChangedSetting {
  path: string;
  from: Json;
  to: Json;
}

/** What differs between two policies as they are written, with what they leave to the default. A list is one setting. */
export function changedSettings(from: Mapping, to: Mapping, above = ""): ChangedSetting[] {
  const names = [...new Set([...Object.keys(from), ...Object.keys(to)])].sort();
  return names.flatMap((name) => {
    const path = `${above}${name}`;
    const [was, will] = [from[name] ?? null, to[name] ?? null];
    if (isMapping(was) && isMapping(will)) return changedSettings(was, will, `${path}.`);
    return path === "version" || isDeepStrictEqual(was, will)
      ? []
      : [{ path, from: was as Json, to: will as Json }];
  });
}
