import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const { render } = (await import(new URL("../../../../../scripts/embed-sql.mjs", import.meta.url).href)) as {
  render: () => string;
};

describe("the embedded migrations", () => {
  it("are what sql/ holds (node scripts/embed-sql.mjs brings them up to date)", () => {
    const embedded = readFileSync(new URL("./migrations.generated.ts", import.meta.url), "utf8");
    expect(embedded === render()).toBe(true);
  });
});
