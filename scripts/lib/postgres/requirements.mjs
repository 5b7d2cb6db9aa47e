import { readFileSync } from "node:fs";

const manifest = new URL("../../../packages/core/package.json", import.meta.url);
const { postgres } = JSON.parse(readFileSync(manifest, "utf8"));

export const minimumPostgres = postgres.minimum;
export const minimumPgvector = postgres.pgvector;

export function isRecentPgvector(version) {
  const [major = 0, minor = 0] = (version ?? "").split(".").map(Number);
  const [minMajor = 0, minMinor = 0] = minimumPgvector.split(".").map(Number);
  return major > minMajor || (major === minMajor && minor >= minMinor);
}
