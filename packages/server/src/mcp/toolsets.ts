import { PalimpsestError, toolsets } from "@palimpsest/contract";
import { toolNames } from "./tools.js";

export type ToolNames = "dotted" | undefined;

/** Reads `dotted`, as given by `--names` or `?names=`. */
export function parseNames(text: string | undefined): ToolNames {
  if (text === undefined || text === "dotted") return text;
  throw new PalimpsestError("VALIDATION_ERROR", "names must be dotted, or left out.", {
    details: [{ path: "names", message: "names must be dotted" }],
  });
}

/** Reads `core,record_event`, as given by `--tools`, `?tools=` or the settings. Nothing means the small default set. */
export function parseTools(text: string | undefined): string[] {
  const names = (text ?? "")
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
  if (names.length === 0) return ["core"];
  const known: readonly string[] = [...toolsets, ...toolNames()];
  const at = names.findIndex((name) => !known.includes(name));
  if (at < 0) return [...new Set(names)];
  // What was asked for is not repeated: it may be anything.
  const which = names.length === 1 ? "" : ` Name ${at + 1} of ${names.length} is unknown.`;
  throw unknownTools(`There is no toolset or tool of that name.${which}`);
}

/** With what there is: the toolsets, and the tools of each. */
function unknownTools(problem: string): PalimpsestError {
  const sets = toolsets.filter((name) => name !== "all");
  return new PalimpsestError(
    "VALIDATION_ERROR",
    `${problem} Toolsets: ${toolsets.join(", ")}. Each tool can be named too, for instance record_event; docs/connect-an-agent.md lists them.`,
    {
      details: [
        { path: "tools", message: `a toolset (${toolsets.join(", ")}) or the name of a tool` },
        ...sets.map((name) => ({
          ...{ path: "tools", message: `${name} has ${toolNames(name).join(", ")}` },
        })),
      ],
    },
  );
}

/** Reads `?tools=core,record_event&names=dotted`. Nothing else is asked for at this address. */
export function parseQuery(asked: URLSearchParams): { tools: string[]; names: ToolNames } {
  const unknown = [...asked.keys()].some((name) => name !== "tools" && name !== "names");
  if (unknown) throw unknownTools("Only tools and names can be asked for here, as in /mcp?tools=core,pce.");
  const given = (name: string) => (asked.has(name) ? asked.getAll(name).join(",") : undefined);
  return { tools: parseTools(given("tools")), names: parseNames(given("names")) };
}
