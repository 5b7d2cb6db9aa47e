import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { latest, removeOlder } from "./generations.js";

/** Makes a draft again and again, as a process does that wants to be the owner. */
const adding = `
  const { mkdirSync, writeFileSync } = require("node:fs");
  const draft = () => {
    try {
      mkdirSync("new-12345678", { recursive: true });
      for (const name of ["alive", "owner.json", "heartbeat"]) writeFileSync("new-12345678/" + name, "");
    } catch (error) {
      // Removed while it was made.
      if (!["ENOENT", "EEXIST"].includes(error.code)) throw error;
    }
    setImmediate(draft);
  };
  draft();`;

describe("what earlier owners have left", () => {
  it("is numbered, and no other name counts", () => {
    const home = mkdtempSync(join(tmpdir(), "palimpsest-left-"));
    for (const name of ["3", "12", "007", "999999999999999", "x9", "new-12345678"])
      mkdirSync(join(home, name));
    expect(latest(home)).toBe(12);
    rmSync(home, { recursive: true });
  });

  it("is removed, also while another process adds to it", async () => {
    const home = mkdtempSync(join(tmpdir(), "palimpsest-left-"));
    const draft = join(home, "new-12345678");
    const other = spawn(process.execPath, ["-e", adding], { cwd: home, stdio: "ignore" });
    try {
      await vi.waitFor(() => expect(existsSync(draft)).toBe(true), 60_000);
      for (let round = 0; round < 2_000; round++) await removeOlder(home, home, 1);
    } finally {
      other.kill("SIGKILL");
      await once(other, "exit");
    }
    await removeOlder(home, home, 1);
    expect(existsSync(draft)).toBe(false);
    rmSync(home, { recursive: true });
  });
});
