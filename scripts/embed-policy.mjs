// Writes the shipped policy into a module, as text and as what it says, so that an installed package needs no files
// beside its code and no YAML parser to start.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parse } from "yaml";

const folder = new URL("../packages/core/src/policy/", import.meta.url);
const target = new URL("default-policy.generated.ts", folder);

export function render() {
  const yaml = readFileSync(new URL("default-policy.yaml", folder), "utf8").replaceAll("\r\n", "\n");
  return [
    "// Written by scripts/embed-policy.mjs from default-policy.yaml. Do not edit.",
    `export const defaultPolicyYaml = ${JSON.stringify(yaml)};`,
    `export const defaultPolicyDocument = ${JSON.stringify(parse(yaml), null, 2)};`,
    "",
  ].join("\n");
}

/** Does not touch a file that is up to date, since tests may be reading it. */
function embed() {
  const text = render();
  if (!existsSync(target) || readFileSync(target, "utf8") !== text) writeFileSync(target, text);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) embed();
