import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import {
  artifactTypes,
  limits,
  type OutputOf,
  type PalimpsestContract,
  PalimpsestError,
} from "@palimpsest/contract";
import { type Command, Option } from "commander";
import type { Cli } from "../cli.js";
import type { Connection } from "../connection/index.js";
import { printedJson } from "../render/json.js";
import { plain } from "../render/layout/plain.js";
import { type FoundFile, findFiles } from "./find-files.js";
import { progress } from "./progress.js";
import { sourceIdOf } from "./source-id-of.js";

type Output = OutputOf<PalimpsestContract["ingestArtifact"]>;

interface Report {
  created: number;
  revised: number;
  unchanged: number;
  skipped: { name: string; reason: string }[];
  /** It was stopped before the last file; running it again goes on. */
  interrupted: boolean;
}

interface Options {
  sourceSystem: string;
  artifactType?: string;
  sensitivity?: string;
  visibilityScope?: string;
  audience?: string[];
  projectId?: string;
}

const repeated = (word: string, before: string[] | undefined) => [...(before ?? []), word];

/** Adds `ingest`, which reads files and folders. What is stored already is found unchanged, so it can be run again. */
export function addIngest(program: Command, cli: Cli): void {
  program
    .command("ingest")
    .description("Ingest documents from files and folders; run again, it goes on")
    .argument("<path...>", "files, and folders with all their files")
    .option("--source-system <name>", "where they come from", "upload")
    .addOption(
      new Option("--artifact-type <type>", "what they are; default: by the file").choices([...artifactTypes]),
    )
    .addOption(
      new Option("--sensitivity <level>", "how sensitive they are").choices([
        "normal",
        "sensitive",
        "highly_sensitive",
      ]),
    )
    .addOption(
      new Option("--visibility-scope <scope>", "who may see them").choices(["me", "team", "org", "custom"]),
    )
    .option(
      "--audience <member>",
      "a principal, or team:NAME, for team and custom (repeat for more)",
      repeated,
    )
    .option("--project-id <id>", "the project they belong to")
    .action(async (paths: string[], options: Options, command: Command) => {
      const globals = cli.globalsOf(command);
      const { files, skipped } = await findFiles(paths);
      const report = await cli.withConnection(globals, async (connection) => {
        const ingested = await ingestAll(cli, connection, files, options);
        if (!ingested.interrupted && ingested.created + ingested.revised > 0)
          await findEvents(cli, connection);
        return ingested;
      });
      const isRefused = files.length === 1 && report.skipped.length > 0 && stored(report) === 0;
      report.skipped.unshift(...skipped);
      if (globals.json) cli.print(printedJson(report));
      else for (const line of told(report)) cli.print(line);
      if (isRefused) throw new PalimpsestError("VALIDATION_ERROR", `${files[0]!.name} was not ingested.`);
    });
}

const stored = ({ created, revised, unchanged }: Report) => created + revised + unchanged;

function told({ created, revised, unchanged, skipped, interrupted }: Report): string[] {
  return [
    `${created} new, ${revised} revised, ${unchanged} unchanged, ${skipped.length} skipped`,
    ...skipped.map(({ name, reason }) => `${plain(name)}: ${plain(reason)}`),
    ...(interrupted ? ["Stopped before the end. Run the same command again to go on."] : []),
  ];
}

/** Where no worker runs, the events of the documents are found at once. What is left when it is stopped stays queued. */
async function findEvents(cli: Cli, connection: Connection): Promise<void> {
  if (connection.finishJobs === undefined) return;
  const stop = new AbortController();
  const shown = progress(cli, "jobs that find events");
  let done = 0;
  const onStop = () => stop.abort();
  process.once("SIGINT", onStop);
  try {
    await connection.finishJobs(stop.signal, () => shown.update(++done));
  } finally {
    process.off("SIGINT", onStop);
    shown.end(done);
  }
}

async function ingestAll(
  cli: Cli,
  connection: Connection,
  files: FoundFile[],
  options: Options,
): Promise<Report> {
  const report: Report = { created: 0, revised: 0, unchanged: 0, skipped: [], interrupted: false };
  const shown = progress(cli, "files", files.length);
  // The file at hand is finished first: a document is stored as a whole or not at all.
  const stop = () => {
    report.interrupted = true;
  };
  process.once("SIGINT", stop);
  let done = 0;
  try {
    for (const file of files) {
      if (report.interrupted) break;
      await ingestFile(connection, file, options, files.length > 1, report);
      done += 1;
      shown.update(done);
    }
  } finally {
    process.off("SIGINT", stop);
    shown.end(done);
  }
  return report;
}

async function ingestFile(
  connection: Connection,
  file: FoundFile,
  options: Options,
  bulk: boolean,
  report: Report,
): Promise<void> {
  if (file.bytes > limits.documentBytes) {
    const reason = `is larger than ${limits.documentBytes / 1_024 ** 2} MB`;
    report.skipped.push({ name: file.name, reason });
    return;
  }
  const base = basename(file.name);
  /** What a part of the file is called below the path that was given. */
  const named = (part: string) => `${file.name}${part.slice(base.length)}`;
  /** What is wrong with one document leaves the others to be read; all else ends the run. */
  const orSkip = async (name: string, work: () => Promise<void>) => {
    try {
      await work();
    } catch (error) {
      report.skipped.push({ name, reason: reasonOf(error, base) });
    }
  };
  await orSkip(file.name, async () => {
    // Loaded here, since no other command reads documents.
    const { nameLine, readFile: readDocuments } = await import("@palimpsest/core");
    const { documents, skipped } = await readDocuments(base, await readFile(file.path));
    for (const { name, source_id, ...document } of documents) {
      await orSkip(named(name), async () => {
        const { status } = (await connection.call("ingestArtifact", {
          title: nameLine(base, 500),
          ts: file.changedAt.toISOString(),
          bulk,
          ...document,
          source_id:
            source_id === nameLine(name, 500) ? sourceIdOf(file.path, name.slice(base.length)) : source_id,
          ...given(options),
          artifact_type: options.artifactType ?? document.artifact_type,
        })) as Output;
        report[status === "reactivated" ? "revised" : status] += 1;
      });
    }
    for (const { name, reason } of skipped) report.skipped.push({ name: named(name), reason });
  });
}

const given = (options: Options) => ({
  source_system: options.sourceSystem,
  sensitivity: options.sensitivity,
  visibility_scope: options.visibilityScope,
  audience: options.audience,
  project_id: options.projectId,
});

const ofFile = [
  ...["VALIDATION_ERROR", "PAYLOAD_TOO_LARGE", "UNSUPPORTED_MEDIA_TYPE", "INVALID_UNICODE", "EMPTY_CONTENT"],
  ...["TOMBSTONED", "CONFLICT", "BOUNDARY_DENIED"],
];

function reasonOf(error: unknown, base: string): string {
  if (error instanceof PalimpsestError && ofFile.includes(error.code)) {
    const { message, code } = error;
    return `${message.startsWith(`${base} `) ? message.slice(base.length + 1) : message} (${code})`;
  }
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (syscall !== undefined) return `cannot be read (${code})`;
  throw error;
}
