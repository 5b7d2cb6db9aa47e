import type { TurnRow } from "../../capture/index.js";
import { isClaim, isPerson, type MemoryRow, turnOf } from "../../substrate/index.js";
import { countTokens, cutText } from "../../text/index.js";
import { cleanName } from "./clean-text.js";

/** Who said something, where and when: what stands before it in a prompt. All names are cleaned. */
export interface Byline {
  who: string;
  /** The conversation and the place in it; undefined outside any. */
  session: { id: string; shown: string; turn: number } | undefined;
  day: string;
  /** Agents whose edits its words went through. */
  editors: string[];
}

const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** "2 Nov", in UTC; with the year if that is not the year in which it is read. */
export function dayOf(date: Date, readAt: Date): string {
  const year = date.getUTCFullYear() === readAt.getUTCFullYear() ? "" : ` ${date.getUTCFullYear()}`;
  return `${date.getUTCDate()} ${months[date.getUTCMonth()]}${year}`;
}

/** A person by name, everybody else by type and name: an agent called maria is not the person of that name. */
const nameOf = (principal: string): string => {
  const id = principal.slice(principal.indexOf(":") + 1);
  return cleanName(isPerson(principal) && !id.includes(":") ? id : principal);
};

/** Who spoke. Only what the writer says of itself is known: that somebody else spoke is told as its claim. */
export const speakerOf = ({ writer, speaker }: Pick<MemoryRow, "writer" | "speaker">): string =>
  isClaim({ writer, speaker })
    ? `${cleanName(speaker ?? "") || "somebody"}, per ${cleanName(writer)}`
    : nameOf(writer);

/** Who spoke in a turn; anything but a person is told by its type. */
export function speakerOfTurn({ actor_type, actor_id, said_by }: TurnRow): string {
  const actor = `${actor_type}:${actor_id}`;
  return actor === said_by ? nameOf(said_by) : `${nameOf(actor)}, per ${cleanName(said_by)}`;
}

/** Of those who edited it, people need no mention: they answer for their words like a writer. */
export const agentsIn = (row: Pick<MemoryRow, "writer" | "edited_by">): string[] =>
  row.edited_by.filter((by) => by !== row.writer && !isPerson(by));

export function bylineOf(row: MemoryRow, readAt: Date, who = speakerOf(row)): Byline {
  const turn = turnOf(row);
  return {
    who,
    session:
      row.session_id !== null && turn !== null
        ? { id: row.session_id, shown: cleanName(row.session_id) || "a session", turn }
        : undefined,
    day: dayOf(row.occurred_at, readAt),
    editors: agentsIn(row).map(cleanName),
  };
}

/** "maria (ticket-4711, 2 Nov): "; right after a line of the same session and day only "maria: ". */
export function lineBegins({ who, session, day, editors }: Byline, before?: Byline): string {
  const follows = session !== undefined && before?.session?.id === session.id;
  const facts = [
    ...(follows || session === undefined ? [] : [session.shown]),
    ...(follows && before.day === day ? [] : [day]),
    ...editors.map((by) => `edited by ${by}`),
  ];
  return `${who}${facts.length > 0 ? ` (${facts.join(", ")})` : ""}: `;
}

/** How a byline is made shorter, step by step: to how many characters names are cut. */
const cuts = [
  { who: 60, session: 60 },
  { who: 24, session: 8 },
  { who: 10, session: 6 },
  { who: 8, session: 0 },
  { who: 4, session: 0 },
];
const cut = (name: string, chars: number) => (name.length > chars ? `${cutText(name, chars)}…` : name);

/** "maria (ticket-4711, 2 Nov)" in so many tokens, if that can be; of another year only the month. */
export function shortByline(
  row: Pick<MemoryRow, "writer" | "speaker" | "edited_by" | "session_id" | "occurred_at">,
  mostTokens: number,
): string {
  const day = dayOf(row.occurred_at, new Date()).replace(/^\d+ (?=\w+ \d+$)/, "");
  const writer = nameOf(row.writer);
  const forms = cuts.map(({ who, session }) => {
    const claim = isClaim(row) ? `${cut(cleanName(row.speaker ?? "") || "somebody", who)}, per ` : "";
    const inSession =
      row.session_id === null || session === 0 ? "" : `${cut(cleanName(row.session_id), session)}, `;
    return `${claim}${cut(writer, who)} (${inSession}${day}${agentsIn(row).length > 0 ? ", edited" : ""})`;
  });
  return forms.find((form) => countTokens(form) <= mostTokens) ?? forms.at(-1)!;
}
