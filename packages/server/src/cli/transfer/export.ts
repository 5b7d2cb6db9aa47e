import { createHash, type Hash } from "node:crypto";
import { type FileHandle, open } from "node:fs/promises";
import { type OutputOf, type PalimpsestContract, PalimpsestError } from "@palimpsest/contract";
import { type Command, Option } from "commander";
import type { Cli } from "../cli.js";
import type { Connection } from "../connection/index.js";
import { UsageError } from "../usage-error.js";
import { progress } from "./progress.js";
import { type Begun, resumePoint } from "./resume-point.js";

type Page = OutputOf<PalimpsestContract["exportRecords"]>;

const perPage = 1_000;

/** Adds `export`, which writes what the caller may see as JSON lines. */
export function addExport(program: Command, cli: Cli): void {
  program
    .command("export")
    .description("Write all that you may see to a file, to back it up or move it")
    .option("--out <file>", "write here instead of to stdout; an export that was cut short goes on")
    .addOption(
      new Option(
        "--as <whom>",
        "admin: everything, with originals and edits; self: what you may read",
      ).choices(["admin", "self"]),
    )
    .action(async ({ out, as }: { out?: string; as?: "admin" | "self" }, command: Command) => {
      await cli.withConnection(cli.globalsOf(command), async (connection) => {
        const begun = out === undefined ? undefined : await placeIn(out);
        if (begun?.complete) {
          throw new UsageError(`${out} holds a complete export. Name another file, or remove it first.`);
        }
        if (out === undefined)
          return exportAll(cli, connection, { as, write: (text) => toStdout(cli, text) });
        const file = await open(out, begun ? "r+" : "w", 0o600).catch((error: unknown) => {
          throw unwritable(out, error);
        });
        try {
          if (begun) await file.truncate(begun.bytes);
          await exportAll(cli, connection, { as, begun, write: writer(file, begun?.bytes ?? 0) }).catch(
            (error: unknown) => {
              throw begun && isForeign(error) ? begunElsewhere(out) : unwritable(out, error);
            },
          );
          await file.sync();
        } finally {
          await file.close();
        }
      });
    });
}

const isForeign = (error: unknown) => error instanceof PalimpsestError && error.code === "INVALID_CURSOR";

const begunElsewhere = (path: string) =>
  new UsageError(
    `${path} holds the beginning of an export of another store, or of somebody else's. Finish it there, or name another file.`,
  );

const placeIn = (path: string) =>
  resumePoint(path).catch((error: unknown) => {
    throw unwritable(path, error);
  });

/** What to tell of an error of the file system about the file; every other error as it is. */
function unwritable(path: string, error: unknown): unknown {
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (syscall === undefined || code === undefined) return error;
  const what = reasons[code] ?? `the system says ${code}`;
  return new UsageError(`${path} cannot be written: ${what}.`);
}

const reasons: Record<string, string> = {
  ENOENT: "its folder does not exist",
  ENOTDIR: "a part of its path is no folder",
  EISDIR: "it is a folder; name a file in it",
  EACCES: "this user may not write there",
  EPERM: "this user may not write there",
  EROFS: "its file system is read-only",
  ENOSPC: "the disk is full. Make space and run the same command again; it goes on",
  EDQUOT: "your quota is used up. Make space and run the same command again; it goes on",
  EFBIG: "it is larger than its file system or your limit (ulimit -f) allows",
};

/** Writes on from a place in the file. */
function writer(file: FileHandle, bytes: number) {
  let place = bytes;
  return async (text: string) => {
    const data = Buffer.from(text);
    for (let done = 0; done < data.length; ) {
      const { bytesWritten } = await file.write(data, done, data.length - done, place);
      done += bytesWritten;
      place += bytesWritten;
    }
  };
}

async function toStdout({ stdout }: Cli, text: string): Promise<void> {
  if (!stdout.write(text)) await new Promise<void>((resolve) => stdout.once("drain", resolve));
}

interface Target {
  as: "admin" | "self" | undefined;
  begun?: Begun;
  write(text: string): Promise<void>;
}

async function exportAll(cli: Cli, connection: Connection, { as, begun, write }: Target): Promise<void> {
  const hash: Hash = begun?.hash ?? createHash("sha256");
  const counts = new Map(begun?.counts);
  const shown = progress(cli, "records");
  const total = () => [...counts.values()].reduce((sum, n) => sum + n, 0);
  let everything = begun ? begun.everything : as !== "self";
  let cursor = begun?.cursor;
  do {
    const input = { everything, limit: perPage, ...(cursor !== undefined && { cursor }) };
    const page = (await connection.call("exportRecords", input).catch((error: unknown) => {
      const denied = error instanceof PalimpsestError && error.code === "FORBIDDEN";
      if (!denied || as === "admin" || cursor !== undefined || !everything) throw error;
      everything = false;
      cli.stderr.write(
        "Exporting what you may read: everything is for the operator (--as admin says why).\n",
      );
      return connection.call("exportRecords", { ...input, everything });
    })) as Page;
    let text = "";
    for (const record of page.records) {
      text += `${JSON.stringify(record)}\n`;
      if (record.type !== "header") counts.set(record.type, (counts.get(record.type) ?? 0) + 1);
    }
    cursor = page.next_cursor;
    if (cursor !== undefined) text += `${JSON.stringify({ type: "cursor", next: cursor })}\n`;
    hash.update(text);
    await write(text);
    shown.update(total());
  } while (cursor !== undefined);
  const digest = `sha256:${hash.digest("hex")}`;
  await write(
    `${JSON.stringify({ type: "end", records: total(), counts: Object.fromEntries(counts), digest })}\n`,
  );
  shown.end(total());
}
