import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { version } from "./version.js";

interface Manifest {
  version: string;
  dependencies?: Record<string, string>;
}

const manifestOf = (path: string): Manifest =>
  JSON.parse(readFileSync(new URL(`../../../${path}package.json`, import.meta.url), "utf8"));

test.each(["", "packages/contract/", "packages/core/", "packages/client/", "packages/server/"])(
  "%spackage.json has the one version, and needs the others in it",
  (path) => {
    const { version: own, dependencies = {} } = manifestOf(path);
    const ours = Object.entries(dependencies).filter(([name]) => name.startsWith("@palimpsest/"));
    expect([own, ...ours.map(([, needed]) => needed)].filter((one) => one !== version)).toEqual([]);
  },
);
