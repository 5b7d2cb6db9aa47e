import { type OutputOf, type PalimpsestContract, PalimpsestError } from "@palimpsest/contract";
import type { Command } from "commander";
import type { Cli } from "../cli.js";
import type { Connection } from "../connection/index.js";
import { printedJson } from "../render/json.js";
import { plain } from "../render/layout/plain.js";
import { bodies, type JsonLine, jsonLines, refusedLines } from "./json-lines.js";
import { openSource } from "./open-source.js";
import { progress } from "./progress.js";

type Output = OutputOf<PalimpsestContract["recordEvents"]>;

/** As many as one call takes. */
const perCall = 1_000;
const maxLine = 4 * 1_024 ** 2;

interface Counts {
  recorded: number;
  replayed: number;
  refused: { line: number; code: string; message: string }[];
}

/** Adds `event batch`, which records events from a file or stdin, in as many calls as they need. */
export function addEventBatch(program: Command, cli: Cli): void {
  const group = program.commands.find((command) => command.name() === "event")!;
  group.description(`${group.description()}, batch`);
  group
    .command("batch")
    .description("Record many events, one JSON object a line, each with its own result")
    .argument("[file]", "a file, or - to read stdin", "-")
    .action(async (file: string, _: unknown, command: Command) => {
      const globals = cli.globalsOf(command);
      const source = await openSource(cli, file);
      const counts = await cli.withConnection(globals, (connection) => sendAll(cli, connection, source));
      const { recorded, replayed, refused } = counts;
      if (globals.json) cli.print(printedJson(counts));
      else {
        cli.print(`${recorded} recorded, ${replayed} recorded before, ${refused.length} refused`);
        for (const { line, code, message } of refused) cli.print(`line ${line}: ${plain(message)} (${code})`);
      }
      if (refused.length > 0) {
        throw new PalimpsestError("VALIDATION_ERROR", refusedLines(refused.length));
      }
    });
}

async function sendAll(
  cli: Cli,
  connection: Connection,
  source: AsyncIterable<Buffer | string>,
): Promise<Counts> {
  const counts: Counts = { recorded: 0, replayed: 0, refused: [] };
  const shown = progress(cli, "events");
  let waiting: Extract<JsonLine, { text: string }>[] = [];
  const send = async () => {
    for (const body of bodies(waiting, perCall)) {
      const events = body.map(({ value }) => value);
      const answer = (await connection.call("recordEvents", { events })) as Output;
      counts.recorded += answer.recorded;
      counts.replayed += answer.replayed;
      for (const [at, { error }] of answer.results.entries()) {
        if (error) counts.refused.push({ line: body[at]!.number, ...error });
      }
      shown.update(counts.recorded + counts.replayed);
    }
    waiting = [];
  };
  for await (const line of jsonLines(source, maxLine)) {
    if ("problem" in line) {
      counts.refused.push({ line: line.number, code: "INVALID_JSON", message: `The line ${line.problem}.` });
    } else waiting.push(line);
    if (waiting.length >= perCall) await send();
  }
  await send();
  shown.end(counts.recorded + counts.replayed);
  counts.refused.sort((a, b) => a.line - b.line);
  return counts;
}
