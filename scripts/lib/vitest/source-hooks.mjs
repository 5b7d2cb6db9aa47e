import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { transform } from "rolldown/experimental";

const packages = new URL("../../../packages/", import.meta.url);

const isSource = (url) => url?.startsWith(packages.href) && url.includes("/src/");

/** A source names the others by what they are built to, and the workspace's packages by their names. */
export async function resolve(specifier, context, next) {
  if (isSource(context.parentURL)) {
    const [, name] = /^@palimpsest\/([a-z]+)$/.exec(specifier) ?? [];
    const url = name
      ? new URL(`${name}/src/index.ts`, packages)
      : new URL(specifier.replace(/\.js$/, ".ts"), context.parentURL);
    if ((name || specifier.startsWith(".")) && existsSync(url)) return { url: url.href, shortCircuit: true };
  }
  return next(specifier, context);
}

export async function load(url, context, next) {
  if (!isSource(url) || !url.endsWith(".ts")) return next(url, context);
  const path = fileURLToPath(url);
  const { code } = await transform(path, await readFile(path, "utf8"), { lang: "ts" });
  return { format: "module", source: code, shortCircuit: true };
}
