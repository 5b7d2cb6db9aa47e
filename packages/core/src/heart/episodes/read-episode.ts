import { attributeLines, attributeText } from "@palimpsest/contract";
import type { Tx } from "../../db/index.js";
import type { OperationContext } from "../../services.js";
import type { MemoryRow } from "../../substrate/index.js";
import { type Known, shownAlike } from "../read-one.js";
import { type EpisodeLink, readLinks } from "./links.sql.js";

type Reader = Pick<OperationContext, "who" | "policy">;
type Outcome = "ongoing" | "success" | "partial" | "failure" | "abandoned";

/** How it ended. One whose end a rollback has undone is ongoing, whatever was said of its outcome since. */
export const outcomeOf = ({ outcome = "ongoing", ended_at }: MemoryRow["attributes"]): Outcome =>
  ended_at === undefined ? "ongoing" : (outcome as Outcome);

/** What search rows and details show alike. */
export const episodeFields = ({ id, attributes, occurred_at, tags }: MemoryRow) => ({
  id,
  title: attributeText(attributes, "title") || null,
  summary: attributeText(attributes, "summary"),
  outcome: outcomeOf(attributes),
  started_at: occurred_at.toISOString(),
  tags,
});

/** One that is said to begin later than it ends took no time. */
export const secondsBetween = (start: Date, end: Date): number =>
  Math.max(0, Math.round((end.getTime() - start.getTime()) / 1_000));

function shown(reader: Reader, episode: Known, links: EpisodeLink[]) {
  const { row } = episode;
  const text = (key: string) => attributeText(row.attributes, key) || null;
  const own = links.filter(({ episode_id }) => episode_id === row.id);
  const ended = text("ended_at");
  return {
    ...shownAlike(reader, episode),
    ...episodeFields(row),
    detail: text("detail"),
    ended_at: ended === null ? null : new Date(ended).toISOString(),
    duration_seconds: ended === null ? null : secondsBetween(row.occurred_at, new Date(ended)),
    frame_used: text("frame_used"),
    trigger: text("trigger"),
    participants: attributeLines(row.attributes, "participants"),
    surprise_level: (row.attributes.surprise_level as number | undefined) ?? null,
    lessons_learned: attributeLines(row.attributes, "lessons_learned"),
    decision_ids: own.filter(({ kind }) => kind === "decision").map(({ memory_id }) => memory_id),
    procedures: own
      .filter(({ kind }) => kind === "procedure")
      .map(({ memory_id, effectiveness }) => ({ procedure_id: memory_id, effectiveness })),
  };
}

/** Episodes as answers show them. */
export async function shownEpisodes(tx: Tx, reader: Reader, episodes: Known[]) {
  const ids = episodes.map(({ row }) => row.id);
  const links = await readLinks(tx, reader.who, ids);
  return episodes.map((episode) => shown(reader, episode, links));
}

export async function shownEpisode(tx: Tx, reader: Reader, episode: Known) {
  const [only] = await shownEpisodes(tx, reader, [episode]);
  return only!;
}
