import type { Readable, Writable } from "node:stream";
import { cancel, intro, isCancel, log, note, outro, selectKey, spinner, text } from "@clack/prompts";
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
import { plainValues } from "../render/layout/plain-values.js";
import type { Style } from "../render/layout/style.js";
import { wrap } from "../render/layout/wrap.js";
import { type Edit, oldestFirst } from "./oldest-first.js";
import { titleOf } from "./title.js";

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
    const busy = spinner(at);
    busy.start(`Computing the effect of edit ${index}`);
    const effect = await consequences(call, edit, style).finally(() => busy.clear());
    // Beside the line that the prompts draw on the left.
    const room = style.width === undefined ? undefined : style.width - 3;
    log.step(wrap(`${index} of ${total}: ${effect.title}`, room), at);
    note(effect.text, `because: ${oneLine(edit.reason)}`, at);
    const { choice, words } = await ask(at);
    if (choice === "quit") break;
    const decided = choice !== "skip" && (await decide(call, edit, choice, words, at).catch(logError(at)));
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

interface Effect {
  title: string;
  text: string;
}

/** What the edit changes, and how it would have changed recent contexts; an error in place of what fails. */
async function consequences(call: Call, edit: Edit, style: Style): Promise<Effect> {
  const { edit_id } = edit;
  const [{ title, text }, replayed] = await Promise.all([
    call("previewPendingEdit", { edit_id }).then(
      (preview) => ({
        title: titleOf(edit, preview),
        text: renderPreview(plainValues(preview) as typeof preview, style),
      }),
      (error) => ({ title: `${edit.op} ${edit.target_type} ${edit.target_id}`, text: messageOf(error) }),
    ),
    call("counterfactual", { edit_id }).then((replay) => renderCounterfactual(replay, style), messageOf),
  ]);
  return { title, text: `${text}\n\n${replayed}\n\n${style.paint("dim", edit_id)}` };
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

const keys = [
  { value: "a", label: "approve", hint: "apply it" },
  { value: "r", label: "reject", hint: "keep it on record and never apply it" },
  { value: "n", label: "note", hint: "write a note for the record, then decide" },
  { value: "s", label: "skip" },
  { value: "q", label: "quit" },
] satisfies { value: string; label: Choice | "note"; hint?: string }[];

/** Asks for one key, and for a note if the reviewer wants to write one. */
async function ask(at: Streams): Promise<{ choice: Choice; words: string }> {
  for (let words = ""; ; ) {
    const pressed = await selectKey({
      ...at,
      message: "Approve this edit? Press a, r, n, s or q",
      options: keys,
    });
    if (isCancel(pressed)) {
      cancel("Stopped. Your decisions so far are saved.", at);
      return { choice: "quit", words };
    }
    const choice = keys.find(({ value }) => value === pressed)?.label;
    if (choice === "note") {
      const written = await text({
        ...at,
        message: "Note for the record (Ctrl+C to go back)",
        initialValue: words,
      });
      if (!isCancel(written)) words = written ?? "";
      // Enter alone chooses nothing.
    } else if (choice !== undefined) return { choice, words };
  }
}

async function decide(
  call: Call,
  edit: Edit,
  choice: "approve" | "reject",
  words: string,
  at: Streams,
): Promise<boolean> {
  const name = choice === "approve" ? "approveEdit" : "rejectEdit";
  const given = words.trim() === "" ? {} : { note: words };
  const { status, cascaded } = await call(name, { edit_id: edit.edit_id, ...given });
  const also = cascaded > 0 ? `, with ${cascaded} memories derived from it` : "";
  log.success(`${edit.edit_id} ${status}${also}`, at);
  return true;
}
