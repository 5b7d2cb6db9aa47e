import { styleText } from "node:util";

/** How to write to one stream: in colour or not, and how wide. */
export interface Style {
  paint(format: "bold" | "dim" | "red" | "green" | "yellow", text: string): string;
  /** Columns of the terminal; undefined where the output is not a terminal and nothing is shortened. */
  width: number | undefined;
}

/** How to show an answer, and the server or store that it is from. */
export interface AnswerStyle extends Style {
  store: string;
}

export function styleFor(stream: NodeJS.WriteStream, env: Record<string, string | undefined>): Style {
  const colour = stream.isTTY === true && stream.hasColors(env);
  return {
    paint: (format, text) => (colour ? styleText(format, text, { validateStream: false }) : text),
    width: stream.isTTY ? Math.max(40, stream.columns || 80) : undefined,
  };
}
