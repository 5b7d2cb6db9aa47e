import type { Readable, Writable } from "node:stream";
import { cancel, intro, isCancel, log, note, outro, select, spinner, text } from "@clack/prompts";
import {
  type OperationName,
  type OutputOf,
  type PalimpsestContract,
  PalimpsestError,
} from "@palimpsest/contract";
import type { Connection } from "../connection.js";
import { renderCounterfactual } from "../render/counterfactual.js";
import { renderPreview } from "../render/edits.js";
import { oneLine } from "../render/plain.js";
import type { Style } from "../render/style.js";
import { type Edit, oldestFirst } from "./oldest-first.js";

type Output<N extends OperationName> = OutputOf<PalimpsestContract[N]>;
type Streams = Pick<Terminal, "input" | "output">;
type Choice = "approve" | "reject" | "skip" | "quit";

/** The terminal of the person who decides. */
export interface Terminal {
  style: Style;
  input?: Readable;
  output?: Writable;
}

/** Shows each pending edit with what it would do, and asks. Oldest first: they have waited longest. */
export async function reviewQueue(connection: Connection, { style, ...at }: Terminal): Promise<void> {
  const call = <N extends OperationName>(name: N, input: object) =>
    connection.call(name, input) as Promise<Output<N>>;
  intro("Edits that wait for approval", at);
  const { edits, total } = await oldestFirst(connection);
  const counts = { approve: 0, reject: 0, skip: 0 };
  let index = 0;
  for await (const edit of edits) {
    index += 1;
    log.step(`${index} of ${total}: ${describe(edit)}`, at);
    const busy = spinner(at);
    busy.start("Working out what it would do");
    const shown = await consequences(call, edit, style).finally(() => busy.stop("What it would do"));
    note(shown, oneLine(edit.reason), at);
    const choice = await ask(at);
    if (choice === "quit") break;
    const decided = choice !== "skip" && (await decide(call, edit, choice, at).catch(reported(at)));
    counts[decided ? choice : "skip"] += 1;
  }
  outro(
    index === 0
      ? "Nothing waits. Edits that agents propose appear here."
      : `${counts.approve} approved, ${counts.reject} rejected, ${counts.skip} skipped`,
    at,
  );
}

type Call = <N extends OperationName>(name: N, input: object) => Promise<Output<N>>;

const describe = (edit: Edit) =>
  `${edit.op} ${edit.target_type} ${edit.target_id}, by ${edit.proposed_by} ${edit.proposer_id} (${edit.edit_id})`;

/** What the edit does, and what it would have done to recent contexts, as far as either can be told. */
async function consequences(call: Call, { edit_id }: Edit, style: Style): Promise<string> {
  const parts = [
    call("previewPendingEdit", { edit_id }).then((preview) => renderPreview(preview, style)),
    call("counterfactual", { edit_id }).then((replay) => renderCounterfactual(replay, style)),
  ];
  return (await Promise.all(parts.map((part) => part.catch(inWords)))).join("\n\n");
}

const reported =
  (at: Streams) =>
  (error: unknown): false => {
    log.error(inWords(error), at);
    return false;
  };

function inWords(error: unknown): string {
  if (!(error instanceof PalimpsestError)) throw error;
  return `${error.message} (${error.code})`;
}

async function ask(at: Streams): Promise<Choice> {
  const choice = await select<Choice>({
    ...at,
    message: "What now?",
    options: [
      { value: "approve", label: "Approve", hint: "applies it" },
      { value: "reject", label: "Reject", hint: "keeps it on record, never applied" },
      { value: "skip", label: "Skip" },
      { value: "quit", label: "Quit" },
    ],
    initialValue: "skip",
  });
  if (!isCancel(choice)) return choice;
  cancel("Stopped; what was decided stays decided.", at);
  return "quit";
}

/** Asks for a note and decides; false if the person thought better of it. */
async function decide(call: Call, edit: Edit, choice: "approve" | "reject", at: Streams): Promise<boolean> {
  const message = "A note for the record (may be empty; Ctrl+C to go back)";
  const said = await text({ ...at, message, defaultValue: "" });
  if (isCancel(said)) return false;
  const name = choice === "approve" ? "approveEdit" : "rejectEdit";
  const given = said.trim() === "" ? {} : { note: said };
  const { status, cascaded } = await call(name, { edit_id: edit.edit_id, ...given });
  const also = cascaded > 0 ? `, and ${cascaded} memories made from it edited too` : "";
  log.success(`${edit.edit_id} ${status}${also}`, at);
  return true;
}
