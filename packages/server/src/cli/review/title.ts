import type { OutputOf, PalimpsestContract } from "@palimpsest/contract";
import { attributeName } from "../render/changes.js";
import { oneLine } from "../render/layout/plain.js";
import { cell } from "../render/layout/value.js";
import { fitTo } from "../render/layout/width.js";
import type { Edit } from "./oldest-first.js";

type Preview = OutputOf<PalimpsestContract["previewPendingEdit"]>;

const quoteColumns = 60;
const quote = (text: string | null) =>
  text === null ? "a text that you may not see" : `“${fitTo(oneLine(text), quoteColumns)}”`;

/** What an edit does, in a sentence: agent bot wants to retract “The office opens at nine.” */
export function titleOf(edit: Edit, preview: Preview): string {
  return `${edit.proposed_by} ${oneLine(edit.proposer_id)} wants to ${deedOf(edit, preview)}`;
}

function deedOf({ op, target_type }: Edit, { before, after, changes }: Preview): string {
  const text = quote(before.text);
  const kind = target_type === "memory" ? "memory" : target_type;
  switch (op) {
    case "amend": {
      if (before.text !== after.text && changes.every(({ field }) => field === "text"))
        return `change ${text} to ${quote(after.text)}`;
      const fields = changes.map(({ field }) => attributeName(field)).filter((field) => field !== "text");
      return `change ${fields.join(", ") || "parts"} of the ${kind} ${text}`;
    }
    case "retract":
      return `retract ${text}, so that no read shows it`;
    case "quarantine":
      return `put ${text} into quarantine`;
    case "attenuate":
      return `change the importance of ${text} from ${cell(before.importance)} to ${cell(after.importance)}`;
    case "block": {
      const added = after.blocked_channels.filter((channel) => !before.blocked_channels.includes(channel));
      return `block ${text} in ${added.length > 0 ? `the channel ${added.join(", ")}` : "channels where it is blocked already"}`;
    }
    case "restore":
      return `restore ${quote(after.text ?? before.text)}`;
    default:
      return `${op} the ${kind} ${text}`;
  }
}
