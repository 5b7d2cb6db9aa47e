import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../testing/temporary-folder.mjs";
import { debianMirrors } from "./apt-sources.mjs";

function aptFolder(files) {
  const folder = temporaryFolder("apt-sources-");
  mkdirSync(join(folder, "sources.list.d"));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

test("reads the archive from a deb822 file and ignores the security archive", () => {
  const folder = aptFolder({
    "sources.list.d/debian.sources": `Types: deb
# a comment inside the stanza
URIs: http://mirror.example/debian/
Suites: bookworm bookworm-updates
Components: main

Types: deb
URIs: http://mirror.example/debian-security
Suites: bookworm-security
Components: main
`,
  });
  expect(debianMirrors("bookworm", folder)).toEqual(["http://mirror.example/debian"]);
});

test("reads one-line entries with options, and skips sources, comments and suites of other vendors", () => {
  const folder = aptFolder({
    "sources.list": `# deb http://commented.example/debian bookworm main
deb-src http://source.example/debian bookworm main
deb [arch=amd64 signed-by=/k.gpg] https://mirror.example/debian bookworm main contrib
deb https://vendor.example/apt nodistro main
`,
  });
  expect(debianMirrors("bookworm", folder)).toEqual(["https://mirror.example/debian"]);
});

test("puts the archive before another vendor with Debian's suite name", () => {
  const folder = aptFolder({
    "sources.list.d/a-vendor.list": "deb https://vendor.example/apt bookworm main\n",
    "sources.list.d/debian.list": "deb http://mirror.example/debian bookworm main\n",
  });
  expect(debianMirrors("bookworm", folder)).toEqual([
    "http://mirror.example/debian",
    "https://vendor.example/apt",
  ]);
});

test("skips disabled stanzas and files that apt ignores", () => {
  const folder = aptFolder({
    "sources.list.d/off.sources":
      "Enabled: no\nTypes: deb\nURIs: http://off.example/debian\nSuites: bookworm\nComponents: main\n",
    "sources.list.d/old.list.disabled": "deb http://old.example/debian bookworm main\n",
  });
  expect(debianMirrors("bookworm", folder)).toEqual([]);
});

test("follows a mirror list file, as in Debian's cloud images", () => {
  const folder = aptFolder({ "mirrors.list": "# mirrors\nhttps://cdn.example/debian\n" });
  const stanza = `Types: deb\nURIs: mirror+file://${folder}/mirrors.list\nSuites: bookworm\nComponents: main\n`;
  writeFileSync(join(folder, "sources.list.d", "debian.sources"), stanza);
  expect(debianMirrors("bookworm", folder)).toEqual(["https://cdn.example/debian"]);
});
