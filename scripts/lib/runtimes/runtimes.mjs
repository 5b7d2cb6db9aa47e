import { existsSync, readdirSync } from "node:fs";
import { delimiter, join } from "node:path";

const onPath = (...names) =>
  names
    .flatMap((name) => (process.env.PATH ?? "").split(delimiter).map((folder) => join(folder, name)))
    .find((file) => existsSync(file));

/** WebKitGTK keeps its small browser beside its library. */
const miniBrowser = () =>
  readdirSync("/usr/lib")
    .flatMap((triple) =>
      ["4.1", "4.0", "6.0"].map((api) => `/usr/lib/${triple}/webkit2gtk-${api}/MiniBrowser`),
    )
    .find((file) => existsSync(file));

/** What runs the client without a page: the npm package that brings it, and its arguments before the script. */
export const engines = {
  node: { args: [] },
  deno: { package: "deno@2.9.6", args: ["run", "--allow-net", "--allow-read"] },
  bun: { package: "bun@1.4.4", args: ["run"] },
};

/** Browsers: the Debian packages that bring them, where they then are, and how they open a page without a screen. */
export const browsers = {
  firefox: {
    packages: ["firefox-esr"],
    find: () => onPath("firefox-esr", "firefox"),
    args: (url, folder) => ["--headless", "--no-remote", "--profile", folder, url],
  },
  chromium: {
    packages: ["chromium"],
    find: () => onPath("chromium", "chromium-browser", "google-chrome"),
    args: (url, folder) => [
      "--headless=new",
      "--no-sandbox",
      "--disable-gpu",
      `--user-data-dir=${folder}`,
      url,
    ],
  },
  webkit: {
    packages: ["webkit2gtk-driver", "xvfb"],
    find: () => onPath("Xvfb") && miniBrowser(),
    args: (url) => [url],
    needsScreen: true,
  },
};
