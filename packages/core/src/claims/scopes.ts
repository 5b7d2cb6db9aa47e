import type { Layer } from "../policy/index.js";

/** The scope by which the claim tools call each scope of a memory. */
const layerOf: Record<string, Layer> = {
  session: "session",
  user: "project",
  project: "project",
  policy: "principle",
  global: "principle",
};

/** What has no scope counts as a project's. */
export const shownScope = (scope: string | null): Layer => (scope === null ? "project" : layerOf[scope]!);

/** As which scope a claim is kept. */
export const keptScope: Record<Layer, string> = {
  session: "session",
  project: "project",
  principle: "policy",
};

/** The scopes of memories that are meant; undefined: all. */
export const scopesOf = (asked: readonly Layer[] | undefined): string[] | undefined =>
  asked && Object.keys(layerOf).filter((scope) => asked.includes(layerOf[scope]!));
