import { type InputOf, type PalimpsestContract, PalimpsestError } from "@palimpsest/contract";
import { enqueueJob, findOpenJobs, stopOpenJob } from "../../jobs/index.js";
import { thresholdsOf } from "../../models/index.js";
import type { OperationContext } from "../../services.js";
import { findSpaces, ownSpaceId, type Space, spaceProgress, spaceState } from "../../substrate/index.js";
import { switchKind } from "./switch-job.js";

/** Which spaces there are, and how far each covers the caller's tenant. */
export async function embeddingsStatus(
  context: OperationContext,
  _: InputOf<PalimpsestContract["embeddingsStatus"]>,
) {
  const { services } = context;
  const id = await ownSpaceId(services);
  const found = await context.read(findSpaces);
  const spaces = found.map((space) => ({ ...space, thresholds: thresholdsOf(space.model) }));
  const own = spaces.find(({ space_id }) => space_id === id)!;
  return { embedder: services.embedder.id, dims: services.embedder.dims, spaces, note: noteOf(own) };
}

/**
 * Asks for the move to the configured embedder, which a worker carries out. Its space gets the vectors of new memories
 * from the first one on; jobs fill in the older ones, and when none is missing anywhere it is read from and the old
 * space retires.
 */
export async function switchEmbeddings(
  context: OperationContext,
  { action }: InputOf<PalimpsestContract["switchEmbeddings"]>,
) {
  const { services, who } = context;
  if (who.via !== "local" && who.via !== "system") {
    throw new PalimpsestError(
      "FORBIDDEN",
      "The embedder serves every tenant; its operator switches it on the server with: palimpsest embeddings switch",
    );
  }
  const id = await ownSpaceId(services);
  return context.write(async (tx) => {
    const key = `space ${id}`;
    const open = await findOpenJobs(tx, who, switchKind, key);
    const same = open.find(({ payload }) => payload.action === action);
    // The last request counts: what was asked for before and is not yet done must not be done after it.
    for (const { job_id } of open) if (job_id !== same?.job_id) await stopOpenJob(tx, job_id);
    const jobId =
      same?.job_id ?? (await enqueueJob(tx, who, { kind: switchKind, payload: { key, space: id, action } }));
    context.touched([jobId]);
    const { done, total } = await spaceProgress(tx, id);
    const state = (await spaceState(tx, id)) as Space["state"];
    return { space_id: id, state, done, total, job_id: jobId, note: switchNotes[action] };
  });
}

function noteOf({ state, missing }: Space): string {
  if (state === "active" && missing === 0) return "Search reads words and vectors of this embedder.";
  if (state === "active") {
    return `${missing} memories have no vector and are found by their words alone. Fill them in with: palimpsest embeddings switch`;
  }
  if (state === "filling") return `Being filled, ${missing} to go. Until then search reads words alone.`;
  return "The stored vectors are another embedder's: search reads words alone. Move over with: palimpsest embeddings switch";
}

const switchNotes = {
  start:
    "A worker will fill in the missing vectors, then searches will read them. Watch it with: palimpsest embeddings status",
  stop: "A worker will stop the filling. What was done is kept; go on with: palimpsest embeddings switch",
};
