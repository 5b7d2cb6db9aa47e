export type Cell = string | number;

const show = (cell: Cell): string => (typeof cell === "number" ? cell.toFixed(1) : cell);

/** Text columns to the left, numbers to the right. */
export const formatTable = (header: readonly string[], rows: readonly (readonly Cell[])[]): string => {
  const widths = header.map((name, i) =>
    Math.max(name.length, ...rows.map((row) => show(row[i] ?? "").length)),
  );
  const line = (cells: readonly Cell[]) =>
    cells
      .map((cell, i) =>
        typeof cell === "number" ? show(cell).padStart(widths[i]!) : cell.padEnd(widths[i]!),
      )
      .join("  ")
      .trimEnd();
  return [line(header), widths.map((n) => "-".repeat(n)).join("  "), ...rows.map(line)].join("\n");
};
