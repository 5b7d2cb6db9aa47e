import type { OutputOf, PalimpsestContract } from "@palimpsest/contract";

type Event = OutputOf<PalimpsestContract["revisionEvents"]>["events"][number];
type Changed = OutputOf<PalimpsestContract["artifactDiff"]>["events"];

/** Events of two revisions are the same if their categories agree, and their narratives or one of their quotes. */
export function diffEvents(from: readonly Event[], to: readonly Event[]): Changed {
  const earlier = new Map<string, Event[]>();
  for (const event of from) {
    for (const key of keysOf(event)) earlier.set(key, [...(earlier.get(key) ?? []), event]);
  }
  const kept = new Set<Event>();
  const added = to.filter((event) => {
    const same = keysOf(event)
      .flatMap((key) => earlier.get(key) ?? [])
      .find((each) => !kept.has(each));
    if (same) kept.add(same);
    return same === undefined;
  });
  const removed = from.filter((event) => !kept.has(event));
  return { added: added.map(shown), removed: removed.map(shown), unchanged: kept.size };
}

const keysOf = ({ category, narrative, evidence = [] }: Event): string[] =>
  [narrative, ...evidence.map(({ quote }) => quote)].map((words) => `${category} ${words}`);

const shown = ({ event_id, category, narrative }: Event) => ({ event_id, category, narrative });
