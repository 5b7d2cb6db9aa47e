import type { OutputOf, PalimpsestContract } from "@palimpsest/contract";
import { oneLine } from "./layout/plain.js";
import { cell } from "./layout/value.js";

type Times = OutputOf<PalimpsestContract["recall"]>["times"];

/** How times in words were understood, a line for each: only “last week”: from … to … */
export const timesLines = (times: Times = []): string[] =>
  times.map(({ said, as, from, to }) => {
    const words = `“${oneLine(said)}”`;
    if (as !== "filter" && as !== "preference") return `${as} ${words}: ${cell(from ?? to)}`;
    const ends = [from && `from ${cell(from)}`, to && `to ${cell(to)}`].filter(Boolean).join(" ");
    return `${as === "filter" ? `only ${words}` : `${words} counts more`}: ${ends}`;
  });
