import { PalimpsestError, toolsets } from "@palimpsest/contract";
import { toolNames } from "./tools.js";

/** Reads `core,record_event`, as given by `--tools`, `?tools=` or the settings. Nothing means the small default set. */
export function parseTools(text: string | undefined): string[] {
  const names = (text ?? "")
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
  if (names.length === 0) return ["core"];
  const known: readonly string[] = [...toolsets, ...toolNames()];
  if (names.every((name) => known.includes(name))) return [...new Set(names)];
  // What was asked for is not repeated: it may be anything.
  throw new PalimpsestError(
    "VALIDATION_ERROR",
    `There is no toolset or tool of that name. Toolsets: ${toolsets.join(", ")}. Tools: ${toolNames().join(", ")}.`,
    { details: [{ path: "tools", message: `one or more of ${known.join(", ")}` }] },
  );
}
