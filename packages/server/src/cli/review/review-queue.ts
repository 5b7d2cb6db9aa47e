import type { Readable, Writable } from "node:stream";
import { cancel, intro, isCancel, log, note, outro, select, spinner, text } from "@clack/prompts";
import {
  type OperationName,
  type OutputOf,
  type PalimpsestContract,
  PalimpsestError,
} from "@palimpsest/contract";
import type { Connection } from "../connection/index.js";
import { renderCounterfactual } from "../render/counterfactual.js";
import { renderPreview } from "../render/edits.js";
import { oneLine } from "../render/layout/plain.js";
import type { Style } from "../render/layout/style.js";
import { type Edit, oldestFirst } from "./oldest-first.js";

type Output<N extends OperationName> = OutputOf<PalimpsestContract[N]>;
type Streams = Pick<Terminal, "input" | "output">;
type Choice = "approve" | "reject" | "skip" | "quit";

/** The terminal of the reviewer. */
export interface Terminal {
  style: Style;
  input?: Readable;
  output?: Writable;
}

/** Shows each pending edit and its effect, oldest first, and asks for a decision. */
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
    busy.start("Computing its effect");
    const shown = await consequences(call, edit, style).finally(() => busy.stop("Its effect"));
    note(shown, oneLine(edit.reason), at);
    const choice = await ask(at);
    if (choice === "quit") break;
    const decided = choice !== "skip" && (await decide(call, edit, choice, at).catch(logError(at)));
    counts[decided ? choice : "skip"] += 1;
  }
  outro(
    index === 0
      ? `No edits wait for approval in ${oneLine(connection.store)}.`
      : `${counts.approve} approved, ${counts.reject} rejected, ${counts.skip} skipped`,
    at,
  );
}

type Call = <N extends OperationName>(name: N, input: object) => Promise<Output<N>>;

const describe = (edit: Edit) =>
  `${edit.op} ${edit.target_type} ${edit.target_id}, by ${edit.proposed_by} ${edit.proposer_id} (${edit.edit_id})`;

/** What the edit changes, and how it would have changed recent contexts; an error in place of what fails. */
async function consequences(call: Call, { edit_id }: Edit, style: Style): Promise<string> {
  const parts = [
    call("previewPendingEdit", { edit_id }).then((preview) => renderPreview(preview, style)),
    call("counterfactual", { edit_id }).then((replay) => renderCounterfactual(replay, style)),
  ];
  return (await Promise.all(parts.map((part) => part.catch(messageOf)))).join("\n\n");
}

const logError =
  (at: Streams) =>
  (error: unknown): false => {
    log.error(messageOf(error), at);
    return false;
  };

function messageOf(error: unknown): string {
  if (!(error instanceof PalimpsestError)) throw error;
  return `${error.message} (${error.code})`;
}

async function ask(at: Streams): Promise<Choice> {
  const choice = await select<Choice>({
    ...at,
    message: "Approve this edit?",
    options: [
      { value: "approve", label: "Approve", hint: "apply it" },
      { value: "reject", label: "Reject", hint: "keep it on record and never apply it" },
      { value: "skip", label: "Skip" },
      { value: "quit", label: "Quit" },
    ],
    initialValue: "skip",
  });
  if (!isCancel(choice)) return choice;
  cancel("Stopped. Your decisions so far are saved.", at);
  return "quit";
}

/** Asks for a note and decides. Returns false if the reviewer cancelled. */
async function decide(call: Call, edit: Edit, choice: "approve" | "reject", at: Streams): Promise<boolean> {
  const message = "Note for the record (optional; Ctrl+C to go back)";
  const note = await text({ ...at, message, defaultValue: "" });
  if (isCancel(note)) return false;
  const name = choice === "approve" ? "approveEdit" : "rejectEdit";
  const given = note.trim() === "" ? {} : { note };
  const { status, cascaded } = await call(name, { edit_id: edit.edit_id, ...given });
  const also = cascaded > 0 ? `, with ${cascaded} memories derived from it` : "";
  log.success(`${edit.edit_id} ${status}${also}`, at);
  return true;
}
