import { mkdir, writeFile } from "node:fs/promises";
import { cpus, totalmem } from "node:os";

/** Where and when a run was made: figures of two machines do not compare. */
export const machine = () => ({
  at: new Date().toISOString(),
  node: process.version,
  platform: `${process.platform} ${process.arch}`,
  cpu: cpus()[0]?.model ?? "unknown",
  cores: cpus().length,
  memoryGb: Math.round(totalmem() / 2 ** 30),
});

/** With `--json` the result goes to stdout; else the table does, and the result to `bench/results/`. */
export const deliver = async (name: string, result: object, table: string, json: boolean): Promise<void> => {
  const text = `${JSON.stringify({ benchmark: name, machine: machine(), ...result }, null, 2)}\n`;
  if (json) {
    process.stdout.write(text);
    return;
  }
  const folder = new URL("../../results/", import.meta.url);
  await mkdir(folder, { recursive: true });
  const file = new URL(`${name}.json`, folder);
  await writeFile(file, text);
  process.stdout.write(`${table}\n`);
  process.stderr.write(`JSON: bench/results/${name}.json\n`);
};
