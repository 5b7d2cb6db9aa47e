import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type AnyOperation, contract } from "@palimpsest/contract";
import { expect, it } from "vitest";

it("holds what the client has to know of every operation (vitest -u writes it anew)", async () => {
  const entries = Object.entries(contract).map(
    ([name, { http, effect, secretAnswer, takesLong }]: [string, AnyOperation]) =>
      `  ${name}: ${JSON.stringify({ http, effect, secretAnswer, takesLong })},`,
  );
  const file = [
    "// Written by routes.generated.test.ts from the contract.",
    'import type { OperationName } from "@palimpsest/contract";',
    'import type { Route } from "./route.js";',
    "",
    "export const routes: Record<OperationName, Route> = {",
    ...entries,
    "};",
    "",
  ].join("\n");
  await expect(file).toMatchFileSnapshot("./routes.generated.ts");
});

it("leaves schemas and Node out of a browser's bundle", () => {
  const folder = fileURLToPath(new URL(".", import.meta.url));
  const sources = readdirSync(folder).filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"));
  const imports = sources.flatMap(
    (name) => readFileSync(`${folder}${name}`, "utf8").match(/^(import|export) .* from "[^."].*$/gm) ?? [],
  );
  expect(imports.length).toBeGreaterThan(0);
  for (const line of imports) expect(line).toMatch(/^(import|export) type .* from "@palimpsest\/contract";$/);
});
