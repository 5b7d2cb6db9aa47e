import { once } from "node:events";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { hasNamespaces, withMounts } from "../../../core/src/db/testing/namespaces.js";
import { serve } from "./testing/served.js";

const root = new URL("../../../../", import.meta.url);
const dockerfile = readFileSync(new URL("Dockerfile", root), "utf8");
const compose = parse(readFileSync(new URL("compose.yaml", root), "utf8"));
const settings = Object.fromEntries(
  [...dockerfile.matchAll(/^ENV (PALIMPSEST_\w+)=(.*)$/gm)].map(([, name, value]) => [name!, value!]),
);
const [, command = "[]"] = /^CMD (\[.*\])$/m.exec(dockerfile) ?? [];
const isRoot = process.getuid?.() === 0;

test("the compose file mounts a volume where the image keeps its data, on a read-only root", () => {
  const { palimpsest } = compose.services;
  expect(palimpsest.volumes).toEqual([`data:${settings.PALIMPSEST_DATA_DIR}`]);
  expect(palimpsest.read_only).toBe(true);
  expect(dockerfile).toMatch(/^USER node$/m);
});

/**
 * The checkout is /media/app here and the volume /media/data: wherever the checkout really is, an ordinary user can then
 * read it.
 */
test.runIf(hasNamespaces)("serves as an ordinary user from an empty volume on a read-only root", async () => {
  const user = isRoot ? 1000 : 0;
  const wrapper = [
    ...withMounts(
      [
        "mount -t tmpfs -o mode=0755 none /media",
        "mkdir /media/app /media/data",
        `mount --bind "${fileURLToPath(root)}" /media/app`,
        `mount -t tmpfs -o size=400m,mode=0700,uid=${user},gid=${user} none /media/data`,
        "mount -t tmpfs none /tmp",
        "mount -o remount,ro,bind /",
        "cd /media/app",
      ].join(" && "),
    ),
    ...(isRoot ? ["setpriv", `--reuid=${user}`, `--regid=${user}`, "--clear-groups"] : []),
  ];
  const [, ...args] = JSON.parse(command) as string[];
  const script = `/media/app/${args[0]}`;
  const env = {
    PATH: process.env.PATH ?? "",
    HOME: "/nonexistent",
    ...settings,
    PALIMPSEST_DATA_DIR: "/media/data",
    PALIMPSEST_PORT: "0",
  };
  const { child, url, out } = await serve(env, [...wrapper, process.execPath, script, ...args.slice(1)]);
  expect(out()).toMatch(/auth +required/);
  expect((await fetch(`${url}/readyz`)).status).toBe(200);
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  expect(await ended).toEqual([0, null]);
});
