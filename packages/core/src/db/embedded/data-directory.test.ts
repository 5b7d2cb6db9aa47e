import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openDatabase } from "../connect.js";

describe("a directory that cannot be used is refused in one line and left unchanged", () => {
  let home: string;
  let dataDir: string;
  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), "palimpsest-dir-"));
    dataDir = join(home, "data");
  });
  afterEach(() => rmSync(home, { recursive: true }));

  const refusal = async () => {
    const error = (await openDatabase({ dataDir }).catch((reason: unknown) => reason)) as Error;
    expect(error).toMatchObject({ name: "PalimpsestError", code: "UNAVAILABLE" });
    expect(error.message).toContain(dataDir);
    expect(error.message).not.toContain("\n");
    return error.message;
  };

  it("a file", async () => {
    writeFileSync(dataDir, "a letter");
    expect(await refusal()).toContain("it is a file");
    expect(readFileSync(dataDir, "utf8")).toBe("a letter");
    expect(readdirSync(home)).toEqual(["data"]);
  });

  it("a directory of other things", async () => {
    mkdirSync(dataDir);
    writeFileSync(join(dataDir, "thesis.txt"), "text");
    expect(await refusal()).toContain("other files");
    expect(readdirSync(dataDir)).toEqual(["thesis.txt"]);
    expect(readdirSync(home)).toEqual(["data"]);
  });

  it("one written by another engine version, with what to do", async () => {
    mkdirSync(dataDir);
    writeFileSync(join(dataDir, "PG_VERSION"), "19\n");
    expect(await refusal()).toMatch(
      /version 19 .* reads version 18\. To move: with the palimpsest that wrote it, palimpsest export .* palimpsest import /,
    );
  });

  it("one whose version is random bytes", async () => {
    mkdirSync(dataDir);
    writeFileSync(join(dataDir, "PG_VERSION"), Buffer.from([0, 255, 3, 9]));
    expect(await refusal()).toContain("damaged");
  });

  it("one with the right version and no data", async () => {
    mkdirSync(join(dataDir, "global"), { recursive: true });
    writeFileSync(join(dataDir, "PG_VERSION"), "18\n");
    writeFileSync(
      join(dataDir, "global", "pg_control"),
      Buffer.from(Array.from({ length: 512 }, (_, at) => at % 251)),
    );
    expect(await refusal()).toContain("Nothing was changed");
    expect(readdirSync(home)).toEqual(["data"]);
  });

  it("one that is not writable", async () => {
    dataDir = "/proc/palimpsest/data";
    await refusal();
  });
});
