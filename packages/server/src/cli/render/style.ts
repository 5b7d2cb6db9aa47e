const codes = { bold: [1, 22], dim: [2, 22], red: [31, 39], green: [32, 39], yellow: [33, 39] } as const;

/** How to write for one stream: in colour or not, and how wide. */
export interface Style {
  paint(format: keyof typeof codes, text: string): string;
  /** Columns of the terminal, or undefined where nobody looks and nothing need be shortened. */
  width: number | undefined;
}

export function styleFor(stream: NodeJS.WriteStream, env: Record<string, string | undefined>): Style {
  const colour = stream.isTTY === true && !env.NO_COLOR && env.TERM !== "dumb";
  return {
    paint: (format, text) => {
      const [on, off] = codes[format];
      return colour ? `\u001b[${on}m${text}\u001b[${off}m` : text;
    },
    width: stream.isTTY ? Math.max(40, stream.columns || 80) : undefined,
  };
}
