import type { Omission, OmissionReason, ReceiptItem } from "../../receipts/index.js";
import type { Assembled } from "../assemble.js";
import { sectionNames } from "../rank/modes.js";

/** What a bundle shows and leaves out, as far as two of them are compared. */
export interface View {
  /** The section a memory first stands in. */
  shown: Map<string, string>;
  omitted: Map<string, OmissionReason>;
}

const reasons = (omissions: Omission[]): Map<string, OmissionReason> =>
  new Map(omissions.flatMap(({ reason, candidates }) => candidates.map((id) => [id, reason] as const)));

function firstSections(items: { id: string; section: string }[]): Map<string, string> {
  const sections = new Map<string, string>();
  for (const { id, section } of items) if (!sections.has(id)) sections.set(id, section);
  return sections;
}

export function viewOf({ packed }: Assembled): View {
  const items = sectionNames.flatMap((section) =>
    packed.shown.get(section)!.flatMap(({ id }) => (id === undefined ? [] : [{ id, section }])),
  );
  return { shown: firstSections(items), omitted: reasons(packed.omissions.list()) };
}

export const viewOfReceipt = (items: ReceiptItem[], omissions: Omission[]): View => ({
  shown: firstSections(items.map(({ memory_id: id, section }) => ({ id, section }))),
  omitted: reasons(omissions),
});

/** Ids in one view and not in the other, and in both. */
export function compareViews(before: View, after: View) {
  return {
    left: [...before.shown.keys()].filter((id) => !after.shown.has(id)),
    entered: [...after.shown.keys()].filter((id) => !before.shown.has(id)),
    stayed: [...after.shown.keys()].filter((id) => before.shown.has(id)),
  };
}

/** Only these memories of a view. */
export const viewWithin = ({ shown, omitted }: View, mayKnow: (id: string) => boolean): View => ({
  shown: new Map([...shown].filter(([id]) => mayKnow(id))),
  omitted: new Map([...omitted].filter(([id]) => mayKnow(id))),
});
