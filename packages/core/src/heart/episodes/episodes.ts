import { type InputOf, type PalimpsestContract, PalimpsestError } from "@palimpsest/contract";
import {
  applyPlan,
  findTarget,
  planAmendment,
  prepareCensor,
  retryWhenStale,
} from "../../governance/index.js";
import { emitEvent } from "../../outbox/index.js";
import { pageOf } from "../../paging/page.js";
import type { OperationContext } from "../../services.js";
import { insertMemory, prepareMemory } from "../../substrate/index.js";
import { assertText, maskDeep } from "../../text/index.js";
import { writerOrigin } from "../../work/index.js";
import { draftPlace } from "../place.js";
import { type Known, privateFilter, readOne, readWrittenOne, withStandings } from "../read-one.js";
import { searchKind } from "../search.js";
import { type EpisodeLink, putLink } from "./links.sql.js";
import { readNewest } from "./newest.sql.js";
import { episodeFields, secondsBetween, shownEpisode, shownEpisodes } from "./read-episode.js";

type Input<N extends keyof PalimpsestContract> = InputOf<PalimpsestContract[N]>;

type Target = Awaited<ReturnType<typeof findTarget>>;

const kind = "episode";

export async function startEpisode(context: OperationContext, input: Input<"startEpisode">) {
  const { who } = context;
  const { summary, title, detail, frame_used, trigger, participants } = input;
  const memory = await prepareMemory(context, {
    kind,
    attributes: { summary, title, detail, frame_used, trigger, participants },
    fields: title === undefined ? ["summary"] : ["summary", "title"],
    origin: writerOrigin(who),
    ...draftPlace(input),
  });
  return context.write(async (tx) => {
    await insertMemory(tx, who, memory);
    context.touched([memory.id]);
    const episode = await readWrittenOne(tx, context, kind, memory.id);
    return { ...(await shownEpisode(tx, context, episode)), masked: memory.masked };
  });
}

export async function getEpisode(context: OperationContext, { episode_id }: Input<"getEpisode">) {
  const found = await context.read(async (tx) =>
    shownEpisode(tx, context, await readOne(tx, context, kind, episode_id)),
  );
  context.touched([episode_id]);
  return found;
}

export async function listEpisodes(context: OperationContext, input: Input<"listEpisodes">) {
  const { outcome, hours } = input;
  const page = pageOf(context, "listEpisodes", input);
  const filter = {
    ...privateFilter(context, kind),
    outcome,
    ...(hours !== undefined && { from: new Date(Date.now() - hours * 3_600_000).toISOString() }),
  };
  return context.read(async (tx) => {
    const found = await readNewest(tx, context.who, filter, page);
    const { shown, next } = page.cut(found, ({ began, id }) => [began, id]);
    context.touched(shown.map(({ id }) => id));
    const episodes = await shownEpisodes(tx, context, await withStandings(tx, context, shown));
    return { episodes, next_cursor: next.next_cursor ?? null };
  });
}

export async function searchEpisodes(context: OperationContext, input: Input<"searchEpisodes">) {
  const { hits, scored, answer } = await searchKind(context, kind, input, { outcome: input.outcome });
  return { episodes: hits.map((hit) => ({ ...episodeFields(hit.row), ...scored(hit) })), ...answer };
}

/** What came of it is an amendment: it is searched by that from now on, and its beginning stays on record. */
export function endEpisode(context: OperationContext, input: Input<"endEpisode">) {
  const { who, policy } = context;
  const { episode_id, outcome, lessons_learned, surprise_level } = input;
  const endedAt = new Date();
  const { value: end } = maskDeep({
    outcome,
    ended_at: endedAt.toISOString(),
    ...(lessons_learned.length > 0 && { lessons_learned }),
    ...(surprise_level !== undefined && { surprise_level }),
  });
  return retryWhenStale(async () => {
    const target = await context.read(async (tx) => {
      const episode = await readOne(tx, context, kind, episode_id);
      assertOngoing(episode);
      assertMayEnd(context, episode);
      return findTarget(tx, who, episode_id, kind);
    });
    const plan = await planAmendment(context, target, { attributes: end }, "The episode has ended.", {
      toldOtherwise: true,
    });
    const [edit] = plan.edits;
    if (outcome === "failure") plan.censors = await censorFor(context, target, lessons_learned);
    assertText("lessons_learned", edit!.analysed!.text, { maxChars: policy.limits.text_characters });
    return context.write(async (tx) => {
      await applyPlan(tx, who, plan);
      const data = { outcome, duration: secondsBetween(target.occurred_at, endedAt) };
      await emitEvent(tx, { type: "episode_completed", memoryId: episode_id, kind, data });
      context.touched([episode_id, edit!.editId]);
      return shownEpisode(tx, context, await readWrittenOne(tx, context, kind, episode_id));
    });
  });
}

/** What has failed is proposed as something that is not to be done again. */
async function censorFor(context: OperationContext, { id, attributes }: Target, lessons: string[]) {
  const pattern = String(attributes.title ?? attributes.summary);
  const reason = lessons.length > 0 ? lessons.join(" ") : `An episode of this kind has failed: ${id}.`;
  const told = { cause: "failed_episode", memoryId: id, pattern, reason } as const;
  return [await prepareCensor(context, told)].filter((censor) => censor !== undefined);
}

function assertOngoing({ row }: Known): void {
  if (row.attributes.ended_at === undefined) return;
  throw new PalimpsestError(
    "CONFLICT",
    "This episode has ended already. Propose an edit to change what came of it.",
  );
}

/** How a person's episode ended is for people to say, and for those who may approve edits. */
function assertMayEnd({ who }: OperationContext, { row }: Known): void {
  if (row.origin !== "human" || who.type === "human") return;
  if (row.owner_id === who.id || who.permissions.has("edit:approve")) return;
  throw new PalimpsestError(
    "FORBIDDEN",
    "A person began this episode, so an agent does not end it. Ask a person to, or propose an edit of it.",
  );
}

export const linkEpisodeDecision = (
  context: OperationContext,
  { episode_id, decision_id }: Input<"linkEpisodeDecision">,
) => link(context, { episode_id, memory_id: decision_id, kind: "decision", effectiveness: null });

export const linkEpisodeProcedure = (
  context: OperationContext,
  { episode_id, procedure_id, effectiveness }: Input<"linkEpisodeProcedure">,
) =>
  link(context, {
    ...{ episode_id, memory_id: procedure_id, kind: "procedure" as const },
    effectiveness: effectiveness ?? null,
  });

function link(context: OperationContext, given: EpisodeLink) {
  const { episode_id, memory_id } = given;
  return context.write(async (tx) => {
    const episode = await readOne(tx, context, kind, episode_id);
    await readOne(tx, context, given.kind, memory_id);
    if (await putLink(tx, context.who, given)) {
      await emitEvent(tx, { type: "episode_linked", memoryId: episode_id, kind, data: {} });
    }
    context.touched([episode_id, memory_id]);
    return shownEpisode(tx, context, episode);
  });
}
