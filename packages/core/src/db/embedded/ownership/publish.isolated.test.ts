import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { publish } from "./publish.js";
import * as witness from "./witness.js";

vi.mock("./witness.js", async (original) => {
  const real = await original<typeof witness>();
  return { ...real, listen: vi.fn(real.listen) };
});

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "palimpsest-publish-"));
});
afterEach(() => rmSync(home, { recursive: true }));

it("withdraws if its draft is taken for a leftover before it listens there", async () => {
  const { listen } = await vi.importActual<typeof witness>("./witness.js");
  vi.mocked(witness.listen).mockImplementationOnce((path, token) => {
    rmSync(dirname(path), { recursive: true });
    return listen(path, token);
  });
  expect(await publish(home, home, 1)).toBeUndefined();
  expect(readdirSync(home)).toEqual([]);
});
