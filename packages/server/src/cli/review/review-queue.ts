import { cancel, intro, isCancel, log, note, outro, select, spinner, text } from "@clack/prompts";
import {
  type OperationName,
  type OutputOf,
  type PalimpsestContract,
  PalimpsestError,
} from "@palimpsest/contract";
import type { Connection } from "../connection.js";
import { renderPreview } from "../render/edits.js";
import { oneLine } from "../render/plain.js";
import type { Style } from "../render/style.js";
import { renderCounterfactual } from "./render-counterfactual.js";

type Output<N extends OperationName> = OutputOf<PalimpsestContract[N]>;
type Edit = Output<"listEdits">["edits"][number];
type Choice = "approve" | "reject" | "skip" | "quit";

/** Shows each pending edit with what it would do, and asks. Oldest first: they have waited longest. */
export async function reviewQueue(connection: Connection, style: Style): Promise<void> {
  const call = <N extends OperationName>(name: N, input: object) =>
    connection.call(name, input) as Promise<Output<N>>;
  intro("Edits that wait for approval");
  const { edits, total_count } = await call("listEdits", { status: "pending", limit: 200 });
  if (edits.length === 0) {
    outro("Nothing waits. Edits that agents propose appear here.");
    return;
  }
  const counts = { approve: 0, reject: 0, skip: 0 };
  for (const [at, edit] of edits.toReversed().entries()) {
    log.step(`${at + 1} of ${total_count}: ${describe(edit)}`);
    const busy = spinner();
    busy.start("Working out what it would do");
    const shown = await consequences(call, edit, style).finally(() => busy.stop("What it would do"));
    note(shown, oneLine(edit.reason));
    const choice = await ask();
    if (choice === "quit") break;
    const decided = choice !== "skip" && (await decide(call, edit, choice).catch(reported));
    counts[decided ? choice : "skip"] += 1;
  }
  outro(`${counts.approve} approved, ${counts.reject} rejected, ${counts.skip} skipped`);
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

function reported(error: unknown): false {
  log.error(inWords(error));
  return false;
}

function inWords(error: unknown): string {
  if (!(error instanceof PalimpsestError)) throw error;
  return `${error.message} (${error.code})`;
}

async function ask(): Promise<Choice> {
  const choice = await select<Choice>({
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
  cancel("Stopped; what was decided stays decided.");
  return "quit";
}

/** Asks for a note and decides; false if the person thought better of it. */
async function decide(call: Call, edit: Edit, choice: "approve" | "reject"): Promise<boolean> {
  const said = await text({
    message: "A note for the record (may be empty; Ctrl+C to go back)",
    defaultValue: "",
  });
  if (isCancel(said)) return false;
  const name = choice === "approve" ? "approveEdit" : "rejectEdit";
  const given = said.trim() === "" ? {} : { note: said };
  const { status, cascaded } = await call(name, { edit_id: edit.edit_id, ...given });
  log.success(
    `${edit.edit_id} ${status}${cascaded > 0 ? `, and ${cascaded} memories made from it edited too` : ""}`,
  );
  return true;
}
