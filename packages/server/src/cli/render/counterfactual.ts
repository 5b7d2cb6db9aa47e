import type { OutputOf, PalimpsestContract } from "@palimpsest/contract";
import { oneLine } from "./layout/plain.js";
import type { Style } from "./layout/style.js";
import { cell } from "./layout/value.js";

/** How recent contexts would have differed with the edit applied. */
export function renderCounterfactual(
  { replayed, changed, contexts }: OutputOf<PalimpsestContract["counterfactual"]>,
  style: Style,
): string {
  const lines = [`${changed} of the last ${replayed} contexts would differ`];
  for (const context of contexts) {
    const changes = [
      ...context.left.map(({ memory_id, why }) => style.paint("red", `- ${memory_id} (${oneLine(why)})`)),
      ...context.entered.map(({ memory_id, why }) =>
        style.paint("green", `+ ${memory_id} (${oneLine(why)})`),
      ),
      ...context.changed.map((id) => style.paint("yellow", `~ ${id} with changed text`)),
    ];
    if (changes.length === 0) continue;
    lines.push(`  ${context.acb_id}, session ${oneLine(context.session_id)}, ${cell(context.created_at)}`);
    lines.push(...changes.map((change) => `    ${change}`));
  }
  return lines.join("\n");
}
