import { appendFileSync } from "node:fs";

/** Adds a line to the report of `npm run test:lives`, if that is what runs. */
export function report(line: {
  what: string;
  engine: string;
  lives: number;
  compared: number;
  divergences: string[];
}): void {
  const file = process.env.LIVES_REPORT;
  if (file !== undefined) appendFileSync(file, `${JSON.stringify(line)}\n`);
}
