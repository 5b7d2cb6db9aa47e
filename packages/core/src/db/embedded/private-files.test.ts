import { chmodSync, lstatSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { Child } from "../testing/child.js";
import { openToOthers } from "./private-files.js";

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "palimpsest-private-"));
});
afterEach(() => rmSync(home, { recursive: true }));

it("keeps a store to its owner whatever the umask, also one that was open to others", async () => {
  const options = { dataDir: join(home, "data"), relaxedDurability: true };
  const child = await Child.start(["sh", "-c", 'umask 000 && exec "$@"', "sh"]);
  try {
    await child.open(options);
    expect(await openToOthers(options.dataDir)).toEqual([]);
    await child.stallAsOwner([
      "create table note (id int)",
      "insert into note select generate_series(1, 100000)",
    ]);
    expect(await openToOthers(options.dataDir)).toEqual([]);
    await child.kill();
    for (const name of ["", "PG_VERSION", "base", "pg_wal"]) {
      const path = join(options.dataDir, name);
      chmodSync(path, lstatSync(path).isDirectory() ? 0o777 : 0o666);
    }
    expect(await openToOthers(options.dataDir)).toHaveLength(4);
    const next = await Child.start();
    await next.open(options);
    expect(await openToOthers(options.dataDir)).toEqual([]);
    await next.kill();
  } finally {
    await child.kill();
  }
});
