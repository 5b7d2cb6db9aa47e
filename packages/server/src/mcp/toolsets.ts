import { PalimpsestError, type Toolset, toolsets } from "@palimpsest/contract";

/** Reads `core,governance`, as given by `--tools` or `?tools=`. Nothing means the small default set. */
export function parseToolsets(text: string | undefined): Toolset[] {
  const names = (text ?? "")
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
  if (names.length === 0) return ["core"];
  return names.map((name) => {
    const known = toolsets.find((toolset) => toolset === name);
    if (known === undefined) {
      throw new PalimpsestError(
        "VALIDATION_ERROR",
        `There is no toolset of that name; choose from ${toolsets.join(", ")}.`,
        {
          details: [{ path: "tools", message: `one or more of ${toolsets.join(", ")}` }],
        },
      );
    }
    return known;
  });
}
