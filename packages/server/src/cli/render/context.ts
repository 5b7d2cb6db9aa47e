import type { OutputOf, PalimpsestContract } from "@palimpsest/contract";
import { dimLines } from "./layout/dim-lines.js";
import type { Style } from "./layout/style.js";
import { table } from "./layout/table.js";
import { timesLines } from "./times.js";

export function renderContext(output: OutputOf<PalimpsestContract["context"]>, style: Style): string {
  const omitted = output.omitted > 0 ? ` · ${output.omitted} omitted` : "";
  const facts = [`${output.acb_id} · ${output.total_tokens} tokens${omitted}`, ...timesLines(output.times)];
  return `${output.prompt}\n\n${dimLines(facts, style)}`;
}

export function renderBundle({ acb }: OutputOf<PalimpsestContract["buildAcb"]>, style: Style): string {
  const sections = table(
    ["section", "items", "tokens", "cap"],
    acb.sections.map((section) => [
      section.name,
      `${section.items.length}`,
      `${section.token_est}`,
      `${section.cap}`,
    ]),
    style,
  );
  const omissions = acb.omissions.map(
    ({ section, count, reason }) => `omitted from ${section}: ${count} (${reason})`,
  );
  const summary = `${acb.acb_id} · ${acb.mode} · ${acb.total_tokens} of ${acb.budget_tokens} tokens`;
  return [acb.prompt, sections, ...omissions, style.paint("dim", summary)].join("\n\n");
}
