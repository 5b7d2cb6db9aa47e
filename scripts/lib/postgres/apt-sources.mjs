import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { capture } from "../run.mjs";

const ALIASES = ["stable", "oldstable", "oldoldstable", "testing", "unstable", "sid"];

/** The Debian mirrors that apt uses on this machine, the most likely first; empty if there are none. */
export function debianMirrors(codename, root = "/etc/apt") {
  const files = [`${root}/sources.list`];
  const folder = `${root}/sources.list.d`;
  if (existsSync(folder)) files.push(...readdirSync(folder).map((name) => `${folder}/${name}`));
  const entries = files.filter((file) => existsSync(file)).flatMap(readEntries);
  const uris = entries
    .filter(({ suites, components }) => suites.some(isArchive) && components.includes("main"))
    .flatMap((entry) => entry.uris)
    .flatMap(expandMirrorFile)
    .map((uri) => uri.replace(/\/+$/, ""));
  return [...new Set(uris)].sort((a, b) => rank(a) - rank(b));

  function isArchive(suite) {
    return suite === codename || ALIASES.includes(suite);
  }
}

/** The proxy of apt, as environment variables for tools that do not read its settings. */
export async function aptProxyEnvironment() {
  const dump = await capture("apt-config", ["dump"]);
  const proxy = (scheme) => dump.match(new RegExp(`^Acquire::${scheme}::Proxy "([^"]+)";`, "im"))?.[1];
  const found = { http_proxy: proxy("http"), https_proxy: proxy("https") };
  return Object.fromEntries(
    Object.entries(found).filter(([name, value]) => value && value !== "DIRECT" && !process.env[name]),
  );
}

function readEntries(file) {
  const text = readFileSync(file, "utf8");
  if (file.endsWith(".sources")) return text.split(/\n\s*\n/).flatMap(parseStanza);
  if (file.endsWith(".list")) return text.split("\n").flatMap(parseLine);
  return [];
}

function parseStanza(stanza) {
  const fields = new Map();
  let current = "";
  for (const line of stanza.split("\n").filter((text) => !text.startsWith("#"))) {
    const start = line.match(/^([A-Za-z-]+):(.*)$/);
    if (start) current = start[1].toLowerCase();
    if (current) fields.set(current, `${fields.get(current) ?? ""} ${start ? start[2] : line}`);
  }
  const words = (name) => (fields.get(name) ?? "").trim().split(/\s+/).filter(Boolean);
  if (!words("types").includes("deb") || words("enabled")[0]?.toLowerCase() === "no") return [];
  return [{ uris: words("uris"), suites: words("suites"), components: words("components") }];
}

function parseLine(line) {
  const match = line.match(/^\s*deb\s+(?:\[[^\]]*\]\s+)?(\S+)\s+(\S+)\s+([^#]*)/);
  return match ? [{ uris: [match[1]], suites: [match[2]], components: match[3].trim().split(/\s+/) }] : [];
}

function expandMirrorFile(uri) {
  if (!uri.startsWith("mirror+file:")) return [uri];
  const path = fileURLToPath(uri.slice("mirror+".length).replace(/^file:\/(?!\/)/, "file:///"));
  if (!existsSync(path)) return [];
  return readFileSync(path, "utf8")
    .split("\n")
    .map((line) => line.trim().split(/\s+/)[0])
    .filter((word) => word && !word.startsWith("#"));
}

/** Other vendors use Debian's suite names too; the archive itself is nearly always at `…/debian`. */
function rank(uri) {
  return /\/debian$/.test(uri) ? 0 : 1;
}
