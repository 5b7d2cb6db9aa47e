import { describe, expect, it } from "vitest";
import { engines } from "./testing/index.js";
import { rowTypes } from "./testing/row-types.js";

describe.each(engines)("the row types on $name", (engine) => {
  it("are those of the schema, so that a renamed column fails to compile where it is read (-u writes them)", async () => {
    const test = await engine.open();
    const types = await rowTypes(test.db);
    await test.close();
    await expect(types).toMatchFileSnapshot("./rows.generated.ts");
  });
});
