import { open, readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import type { OutputOf, PalimpsestContract } from "@palimpsest/contract";
import { type Command, InvalidArgumentError } from "commander";
import type { Cli } from "../cli.js";
import type { Connection } from "../connection/index.js";
import { printedJson } from "../render/json.js";
import { plain } from "../render/layout/plain.js";
import { UsageError } from "../usage-error.js";

type Entry = OutputOf<PalimpsestContract["listAudit"]>["entries"][number];
type Verified = OutputOf<PalimpsestContract["verifyAudit"]>;

const perPage = 1_000;
const followMs = 2_000;

/** Adds `audit verify`, `audit export` and `audit tail`, beside the commands of the audit's operations. */
export function addAudit(program: Command, cli: Cli): void {
  const group = program.commands.find((command) => command.name() === "audit")!;
  group.description(`${group.description()}, verify, export, tail`);
  group
    .command("verify")
    .description("Check that no audit entry, and no policy, was altered, removed, moved or cut off")
    .option(
      "--anchor <file>",
      "also check against anchors that were kept, as `audit anchors --json` gives them",
    )
    .action(async ({ anchor }: { anchor?: string }, command: Command) => {
      const globals = cli.globalsOf(command);
      const input = anchor === undefined ? {} : await newestAnchor(anchor);
      const verified = (await cli.withConnection(globals, ({ call }) =>
        call("verifyAudit", input),
      )) as Verified;
      cli.print(globals.json ? printedJson(verified) : told(verified));
      if (!verified.valid) throw new BrokenAudit("The audit log is not as it was written.");
    });
  group
    .command("export")
    .description("Write audit entries with their hashes as JSON lines, oldest first")
    .option("--out <file>", "write here instead of to stdout")
    .option("--after <seq>", "only entries after this number", wholeNumber, 0)
    .action(async ({ out, after }: { out?: string; after: number }, command: Command) => {
      await cli.withConnection(cli.globalsOf(command), async (connection) => {
        if (out === undefined) return exportAll(connection, after, (text) => toStdout(cli, text));
        const file = await open(out, "wx", 0o600).catch((error: NodeJS.ErrnoException) => {
          if (error.code !== "EEXIST") throw error;
          throw new UsageError(`${out} is there already. Name another file, or remove it first.`);
        });
        try {
          await exportAll(connection, after, async (text) => void (await file.write(text)));
          await file.sync();
        } finally {
          await file.close();
        }
      });
    });
  group
    .command("tail")
    .description("Show the last audit entries, and those to come with --follow")
    .option("--lines <n>", "how many", wholeNumber, 10)
    .option("--follow", "go on until it is stopped; leaves out calls that list the log, such as its own")
    .action(async ({ lines, follow }: { lines: number; follow?: true }, command: Command) => {
      const globals = cli.globalsOf(command);
      const show = (entries: Entry[]) => {
        const line = globals.json ? (entry: Entry) => JSON.stringify(entry) : lineOf;
        if (entries.length > 0) cli.print(entries.map(line).join("\n"));
      };
      await cli.withConnection(globals, async (connection) => {
        const latest = await page(connection, { limit: Math.min(Math.max(lines, 1), perPage) });
        show(latest.slice(0, lines).reverse());
        let last = latest[0]?.seq ?? 0;
        while (follow) {
          await sleep(followMs);
          const entries = await page(connection, { after_seq: last, limit: perPage });
          last = entries.at(-1)?.seq ?? last;
          show(entries.filter(({ operation }) => operation !== "listAudit"));
        }
      });
    });
}

class BrokenAudit extends Error {
  readonly code = "AUDIT_BROKEN";
}

function wholeNumber(given: string): number {
  if (!/^\d{1,15}$/.test(given)) throw new InvalidArgumentError("must be a whole number");
  return Number(given);
}

async function page({ call }: Connection, input: object): Promise<Entry[]> {
  return ((await call("listAudit", input)) as { entries: Entry[] }).entries;
}

async function exportAll(
  connection: Connection,
  after: number,
  write: (text: string) => Promise<void>,
): Promise<void> {
  let last = after;
  for (;;) {
    const entries = await page(connection, { after_seq: last, limit: perPage });
    await write(entries.map((entry) => `${JSON.stringify(entry)}\n`).join(""));
    last = entries.at(-1)?.seq ?? last;
    if (entries.length < perPage) return;
  }
}

async function toStdout({ stdout }: Cli, text: string): Promise<void> {
  if (!stdout.write(text)) await new Promise<void>((resolve) => stdout.once("drain", resolve));
}

/** The newest anchor of a file covers all that came before it. */
async function newestAnchor(file: string): Promise<{ anchor_seq: number; anchor_hash: string }> {
  const text = await readFile(file, "utf8");
  const anchors = [...text.matchAll(/\{[^{}]*\}/g)].flatMap(([part]) => {
    try {
      const { seq, hash } = JSON.parse(part) as { seq?: unknown; hash?: unknown };
      const isAnchor = Number.isSafeInteger(seq) && typeof hash === "string" && /^[0-9a-f]{64}$/.test(hash);
      return isAnchor ? [{ anchor_seq: seq as number, anchor_hash: hash as string }] : [];
    } catch {
      return [];
    }
  });
  const newest = anchors.reduce<(typeof anchors)[number] | undefined>(
    (best, one) => (best === undefined || one.anchor_seq > best.anchor_seq ? one : best),
    undefined,
  );
  if (newest !== undefined) return newest;
  throw new UsageError(`${file} holds no anchor. Make one with: palimpsest audit anchors --json > ${file}`);
}

const problems = {
  altered: "was altered",
  missing: "is missing",
  reordered: "was moved",
  truncated: "and all after it are gone",
  added: "was not written by the server",
  head_missing: "is the last, but the record of where the log ends is gone",
  head_behind: "lies after the recorded end of the log",
  policy_altered: "tells of a policy that was altered since",
  policy_missing: "tells of a policy that is gone",
  policy_added: "",
};

function told({ valid, checked, first_bad_seq, problem, head }: Verified): string {
  if (valid) return `${checked} entries, all as they were written. The last is ${head.seq} ${head.hash}`;
  if (problem === "policy_added") return `A policy is stored that no entry tells of. Checked: ${checked}`;
  return `Entry ${first_bad_seq} ${problems[problem ?? "altered"]}. Checked until there: ${checked}`;
}

function lineOf({ seq, at, decision, code, operation, surface, actor_type, actor_id, ids }: Entry): string {
  const what = code === null ? decision : `${decision} ${code}`;
  const touched = ids.length > 3 ? `${ids.slice(0, 3).join(" ")} and ${ids.length - 3} more` : ids.join(" ");
  return plain(`${seq} ${at} ${what} ${operation} ${actor_type}:${actor_id} ${surface} ${touched}`.trimEnd());
}
