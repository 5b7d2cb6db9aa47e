// Joins the modules of a built package into few files: Node spends most of the start of a command on opening a thousand
// of them. Other packages stay what they are, but for those named below, and what is loaded on demand stays in files of
// its own.
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";

const packages = fileURLToPath(new URL("../packages/", import.meta.url));
const bundled = ["contract", "core", "client"];
/** Packages that every command loads and only one of ours. What they load themselves is joined with them. */
const joined = ["canonicalize", "chrono-node", "lru-cache", "pg"];
/** What pg loads where it is there and asked for. */
const optional = ["pg-cloudflare", "pg-native"];

/** The entry points of a package, by the bundles that its manifest exports: `dist/bundle/a.js` is made of `dist/a.js`. */
function entriesOf(folder) {
  const { exports } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const files = Object.values(exports).map((target) => target.default.replace("./dist/bundle/", ""));
  return Object.fromEntries(files.map((file) => [file.replace(/\.js$/, ""), join(folder, "dist", file)]));
}

/** Does not touch a bundle that is up to date, since other processes may be loading it. */
function isFresh(folder) {
  const made = join(folder, "dist", "bundle", "made");
  if (!existsSync(made)) return false;
  const sources = [join(folder, "dist", ".tsbuildinfo"), join(folder, "package.json"), import.meta.filename];
  return sources.every((path) => statSync(path).mtimeMs < statSync(made).mtimeMs);
}

/** A module that looks for files beside itself finds them where it was built. */
const keepPlaces = (target) => ({
  name: "keep-places",
  transform(code, id) {
    // Rolldown's own module looks for nothing.
    if (!code.includes("import.meta.url") || id.startsWith("\0")) return undefined;
    const place = JSON.stringify(relative(target, id).replaceAll("\\", "/"));
    return code.replaceAll("import.meta.url", `new URL(${place}, import.meta.url).href`);
  },
});

/** To learn that it does not run at Cloudflare, pg makes a Response, for which Node loads all of its HTTP client. */
const runsHere = {
  name: "runs-here",
  transform: (code, id) =>
    id.endsWith(join("pg", "lib", "stream.js"))
      ? code.replace("if (isCloudflareRuntime())", "if (false)")
      : undefined,
};

async function bundle(folder) {
  const { rolldown } = await import("rolldown");
  const target = join(folder, "dist", "bundle");
  const build = await rolldown({
    input: entriesOf(folder),
    platform: "node",
    external: (id, from) => !isOwn(folder, id, from),
    plugins: [keepPlaces(target), runsHere],
  });
  await build.write({ dir: target, format: "esm", chunkFileNames: "[name].js" });
  await build.close();
  writeFileSync(join(target, "made"), "");
}

function isOwn(folder, id, from = folder) {
  if (isBuiltin(id) || optional.includes(id)) return false;
  if (packageOf(from) !== undefined) return true;
  if (!id.startsWith(".") && !isAbsolute(id)) return joined.includes(id.split("/")[0]);
  const path = resolve(dirname(from), id);
  return path.startsWith(`${folder}${sep}`) || joined.includes(packageOf(path));
}

/** The installed package that a file is of. */
const packageOf = (path) => relative(packages, path).split(`node_modules${sep}`)[1]?.split(sep)[0];

for (const name of bundled) {
  const folder = join(packages, name);
  if (!isFresh(folder)) await bundle(folder);
}
