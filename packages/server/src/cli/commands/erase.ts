import { createInterface } from "node:readline/promises";
import { setTimeout as sleep } from "node:timers/promises";
import {
  type OperationName,
  type OutputOf,
  type PalimpsestContract,
  PalimpsestError,
} from "@palimpsest/contract";
import { type Command, Option } from "commander";
import type { Cli } from "../cli.js";
import type { Connection } from "../connection/index.js";
import { printedJson } from "../render/json.js";
import { plain } from "../render/layout/plain.js";
import { UsageError } from "../usage-error.js";

type Output<N extends OperationName> = OutputOf<PalimpsestContract[N]>;
type Erasure = Output<"getErasure">;

interface Options {
  subject: string;
  type: string;
  also?: string[];
  reason?: string;
  confirm?: string;
  dryRun?: true;
}

const pollMs = 1_000;

/** Adds `erase`: shows what it reaches, asks for the subject once more, and waits until all is gone. */
export function addErase(program: Command, cli: Cli): void {
  program
    .command("erase")
    .description("Erase all that is stored about a subject, for good")
    .requiredOption("--subject <id>", "whom or what, for instance ada")
    .option("--type <type>", "the kind of subject", "user")
    .addOption(
      new Option("--also <what...>", "erase more than what is about the subject").choices([
        ...["spoken", "owned", "mentions"],
      ]),
    )
    .option("--reason <words>", "why, for the record, which is kept: name a ticket and no person")
    .option("--confirm <id>", "the subject once more, where nobody can be asked to type it")
    .option("--dry-run", "only show what it would reach")
    .action(async (options: Options, command: Command) => {
      const globals = cli.globalsOf(command);
      const show = (value: object, text: string) => cli.print(globals.json ? printedJson(value) : text);
      await cli.withConnection(globals, async (connection) => {
        const call = <N extends OperationName>(name: N, input: object) =>
          connection.call(name, input) as Promise<Output<N>>;
        const reach = { subject_type: options.type, subject_id: options.subject, also: options.also ?? [] };
        const preview = await call("previewErasure", reach);
        if (options.dryRun) return show(preview, toldReach(preview));
        if (!globals.json) cli.print(toldReach(preview));
        if (options.reason === undefined)
          throw new UsageError("--reason is missing: say why, for the record.");
        const confirm = await typed(cli, options);
        if (confirm !== undefined && confirm !== options.subject) {
          throw new UsageError("That is not the subject. Nothing was erased.");
        }
        const asked = await call("requestErasure", { ...reach, reason: options.reason });
        const begun = await approve(connection, asked, confirm);
        if (begun === undefined) return show(asked, waiting(asked));
        const ended = await untilEnd(connection, begun);
        show(ended, toldEnd(ended));
        if (ended.status !== "done") throw new NotErased("The erasure has not come to its end.");
      });
    });
}

class NotErased extends Error {
  readonly code = "NOT_ERASED";
}

/** What was typed; undefined where nobody can be asked. */
async function typed({ stdin }: Cli, { confirm, subject }: Options): Promise<string | undefined> {
  if (confirm !== undefined) return confirm;
  if (!stdin.isTTY) return undefined;
  const lines = createInterface({ input: stdin, output: process.stderr });
  try {
    return await lines.question(plain(`This cannot be undone. Type ${subject} to erase it: `));
  } finally {
    lines.close();
  }
}

/** Undefined: another person has to approve it. */
async function approve(
  connection: Connection,
  { erasure_id }: Erasure,
  confirm: string | undefined,
): Promise<Erasure | undefined> {
  if (confirm === undefined) return undefined;
  try {
    return (await connection.call("approveErasure", { erasure_id, confirm })) as Erasure;
  } catch (error) {
    if (error instanceof PalimpsestError && error.code === "FORBIDDEN") return undefined;
    throw error;
  }
}

/** Where no worker runs, the job is done here. */
async function untilEnd(connection: Connection, begun: Erasure): Promise<Erasure> {
  const { signal } = new AbortController();
  await connection.finishJobs?.(signal, () => undefined);
  for (;;) {
    const now = (await connection.call("getErasure", { erasure_id: begun.erasure_id })) as Erasure;
    if (now.status !== "running" || connection.finishJobs !== undefined) return now;
    await sleep(pollMs);
  }
}

const counts = (values: Record<string, number | boolean | object>): string =>
  Object.entries(values)
    .filter(([, count]) => typeof count === "number" && count > 0)
    .map(([name, count]) => `  ${String(count).padStart(6)} ${name.replaceAll("_", " ")}`)
    .join("\n");

function toldReach({ subject_type, subject_id, matched, mentioned_in }: Output<"previewErasure">): string {
  const { memories, mentions, principal, ...rows } = matched;
  const notes = [
    ...(mentions > 0
      ? [`${mentions} memories about others name it and stay: ${mentioned_in.slice(0, 3).join(" ")}`]
      : []),
    ...(principal
      ? ["A principal has this name; its keys stay. Revoke them with palimpsest key revoke."]
      : []),
  ];
  const lines = [`About the ${subject_type} ${subject_id}:`, counts(memories), counts(rows), ...notes];
  return plain(lines.filter((line) => line !== "").join("\n"));
}

const waiting = ({ erasure_id }: Erasure) =>
  plain(`${erasure_id} waits for another person: palimpsest erasure approve ${erasure_id}`);

function toldEnd({ erasure_id, status, swept, found_in, receipt }: Erasure): string {
  if (receipt === null) {
    const places = found_in.map(({ table, what, rows }) => `  ${table}: ${what} in ${rows} rows`);
    return plain([`${erasure_id} is ${status}.`, ...places].join("\n"));
  }
  return plain(
    [
      `Erased, and nothing was found again:\n${counts(swept)}`,
      `The receipt is in the audit log as ${receipt.audit_id}. Check it: palimpsest erasure verify ${erasure_id}`,
    ].join("\n"),
  );
}
