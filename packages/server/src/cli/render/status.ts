import type { OutputOf, PalimpsestContract } from "@palimpsest/contract";
import { indent } from "./layout/indent.js";
import type { AnswerStyle } from "./layout/style.js";
import { padTo } from "./layout/width.js";
import { wrap } from "./layout/wrap.js";

export function renderStatus(status: OutputOf<PalimpsestContract["status"]>, style: AnswerStyle): string {
  const { you, memories } = status;
  const held = Object.entries(memories).map(([kind, count]) => `${count} ${kind}${count === 1 ? "" : "s"}`);
  const teams = you.teams.length > 0 ? `, teams ${you.teams.join(", ")}` : "";
  const rows: [string, string][] = [
    ["store", style.store],
    ["palimpsest", status.version],
    ["engine", status.engine],
    ["embedder", status.embedder],
    ["extractor", status.extractor],
    ["auth", status.auth],
    ["you", `${you.type} ${you.principal_id}, ${you.role}${teams}, in tenant ${you.tenant_id}`],
    ["holds", held.join(", ") || "nothing yet"],
    [
      "waiting",
      `${status.pending_edits} edits for approval${status.pending_edits > 0 ? " (palimpsest review)" : ""}`,
    ],
  ];
  const lines = rows.map(([name, value]) => `${style.paint("dim", padTo(name, 10))}  ${value}`);
  const room = style.width === undefined ? undefined : style.width - 2;
  const notes = status.notes.map((note) =>
    style.paint("yellow", `! ${indent(wrap(note, room)).trimStart()}`),
  );
  return [...lines, ...notes].join("\n");
}
