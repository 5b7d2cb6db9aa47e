import { createHash } from "node:crypto";
import { exportVersion, type OutputOf, type PalimpsestContract, PalimpsestError } from "@palimpsest/contract";
import type { Command } from "commander";
import type { Cli } from "../cli.js";
import type { Connection } from "../connection/index.js";
import { printedJson } from "../render/json.js";
import { plain } from "../render/layout/plain.js";
import { UsageError } from "../usage-error.js";
import { bodies, type JsonLine, jsonLines, refusedLines } from "./json-lines.js";
import { openSource } from "./open-source.js";
import { progress } from "./progress.js";

type Output = OutputOf<PalimpsestContract["importRecords"]>;
type ReadLine = Extract<JsonLine, { text: string }>;

const perCall = 500;
/** Longer than any record of an export, and short enough to be held: 64 MB of output are 86 in base64. */
const maxLine = 90 * 1_024 ** 2;

interface Report {
  imported: number;
  known: number;
  refused: { line: number; code: string; message: string }[];
  /** What is wrong with the file as a whole. */
  problem?: string;
}

/** Adds `import`, which reads a file that `export` has written. */
export function addImport(program: Command, cli: Cli): void {
  program
    .command("import")
    .description("Read what `export` has written, into this store; what is there already is left out")
    .argument("<file>", "a file, or - to read stdin")
    .action(async (file: string, _: unknown, command: Command) => {
      const globals = cli.globalsOf(command);
      const source = await openSource(cli, file);
      const report = await cli.withConnection(globals, (connection) => importAll(cli, connection, source));
      const { imported, known, refused, problem } = report;
      if (globals.json) cli.print(printedJson(report));
      else {
        cli.print(`${imported} imported, ${known} there before, ${refused.length} refused`);
        for (const { line, code, message } of refused) cli.print(`line ${line}: ${plain(message)} (${code})`);
      }
      const faults = [
        ...(refused.length > 0 ? [refusedLines(refused.length)] : []),
        ...(problem ? [problem] : []),
      ];
      if (faults.length > 0) throw new PalimpsestError("VALIDATION_ERROR", faults.join(" "));
    });
}

interface Header {
  version: number;
  export_id: string;
  tenant_id: string;
}

async function importAll(
  cli: Cli,
  connection: Connection,
  source: AsyncIterable<Buffer | string>,
): Promise<Report> {
  const report: Report = { imported: 0, known: 0, refused: [] };
  const shown = progress(cli, "records");
  const hash = createHash("sha256");
  let header: Header | undefined;
  let waiting: ReadLine[] = [];
  let [ended, readable] = [false, true];
  let records = 0;
  const send = async () => {
    for (const body of bodies(waiting, perCall)) {
      await sendBody(connection, header!, body, report);
      shown.update(report.imported + report.known);
    }
    waiting = [];
  };
  for await (const line of jsonLines(source, maxLine)) {
    if (header === undefined) header = headerOf(line);
    else if ("problem" in line) {
      readable = false;
      report.refused.push({ line: line.number, code: "INVALID_JSON", message: `The line ${line.problem}.` });
    } else {
      const { type } = (line.value ?? {}) as { type?: unknown };
      if (type === "end") {
        // What was left out cannot be counted.
        if (readable) report.problem = endProblem(line.value as End, records, hash.copy().digest("hex"));
        ended = true;
      } else if (typeof type !== "string") {
        report.refused.push({ line: line.number, code: "VALIDATION_ERROR", message: "type must be a text." });
      } else if (type !== "cursor") {
        records += 1;
        waiting.push(line);
      }
    }
    if ("text" in line) hash.update(`${line.text}\n`);
    if (waiting.length >= perCall) await send();
  }
  if (header === undefined) throw notAnExport();
  await send();
  if (!ended) {
    report.problem =
      "The file ends before its last line: it was cut short. What it holds is stored; finish the export (export --out with the same file) and import it again.";
  }
  shown.end(report.imported + report.known);
  report.refused.sort((a, b) => a.line - b.line);
  return report;
}

interface End {
  records?: number;
  digest?: string;
}

function endProblem({ records, digest }: End, read: number, found: string): string | undefined {
  if (records !== read)
    return `The file should hold ${records} records and holds ${read}; lines are missing.`;
  if (digest !== `sha256:${found}`)
    return "The file was changed after it was exported: its digest does not match.";
  return undefined;
}

const notAnExport = () =>
  new UsageError("This is not an export: its first line must be the header that `palimpsest export` writes.");

function headerOf(line: JsonLine): Header {
  const header = ("value" in line ? line.value : undefined) as
    | (Header & { type?: string; format?: string })
    | undefined;
  if (header?.type !== "header" || header.format !== "palimpsest-export") {
    throw notAnExport();
  }
  if (header.version !== exportVersion) {
    throw new UsageError(
      `This export has version ${header.version} of the form, and this release reads version ${exportVersion}. Import it with the release that wrote it, or update this one.`,
    );
  }
  return { version: header.version, export_id: header.export_id, tenant_id: header.tenant_id };
}

async function sendBody(
  connection: Connection,
  header: Header,
  body: ReadLine[],
  report: Report,
): Promise<void> {
  const records = body.map(({ value }) => value);
  try {
    const answer = (await connection.call("importRecords", { ...header, records })) as Output;
    report.imported += answer.imported;
    report.known += answer.known;
    for (const [at, { error }] of answer.results.entries()) {
      if (error) report.refused.push({ line: body[at]!.number, ...error });
    }
  } catch (error) {
    // One record that cannot be sent or read at all must not hold up the others.
    const ofBody = ["VALIDATION_ERROR", "PAYLOAD_TOO_LARGE", "TOO_DEEP", "INVALID_UNICODE", "INVALID_JSON"];
    if (!(error instanceof PalimpsestError && ofBody.includes(error.code))) throw error;
    if (body.length > 1) for (const line of body) await sendBody(connection, header, [line], report);
    else report.refused.push({ line: body[0]!.number, code: error.code, message: error.message });
  }
}
