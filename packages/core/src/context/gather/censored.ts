import type { MemoryRow } from "../../substrate/index.js";
import type { SectionName } from "../rank/modes.js";

/** What a censor that blocks keeps out of a section. */
export interface Censored {
  section: SectionName;
  id: string;
}

/** The parts of a bundle that a censor may keep out. */
interface Parts {
  skills: MemoryRow[];
  tasks: MemoryRow[];
  inMind: { row: MemoryRow }[];
  decisions: MemoryRow[];
  turns: { row: MemoryRow | undefined }[];
  capsules: { items: MemoryRow[] }[];
  evidence: { row: MemoryRow }[];
  before: ReadonlyMap<number, MemoryRow>;
}

/** Leaves out what a censor that blocks stands in the way of. Rules and warnings are said whatever they hold. */
export function withoutBarred<G extends Parts>(
  gathered: G,
  isBarred: (text: string) => boolean,
): G & { censored: Censored[] } {
  const censored: Censored[] = [];
  const passing = <T>(section: SectionName, items: T[], rowOf: (item: T) => MemoryRow | undefined): T[] =>
    items.filter((item) => {
      const row = rowOf(item);
      if (row === undefined || !isBarred(row.text)) return true;
      censored.push({ section, id: row.id });
      return false;
    });
  const itself = (row: MemoryRow) => row;
  return {
    ...gathered,
    skills: passing("skills", gathered.skills, itself),
    tasks: passing("task_state", gathered.tasks, itself),
    inMind: passing("task_state", gathered.inMind, ({ row }) => row),
    decisions: passing("relevant_decisions", gathered.decisions, itself),
    turns: passing("recent_window", gathered.turns, ({ row }) => row),
    capsules: gathered.capsules.map((each) => ({ ...each, items: passing("capsules", each.items, itself) })),
    evidence: passing("retrieved_evidence", gathered.evidence, ({ row }) => row),
    before: new Map([...gathered.before].filter(([, row]) => !isBarred(row.text))),
    censored,
  };
}
