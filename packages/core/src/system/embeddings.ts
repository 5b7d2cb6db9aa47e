import { type InputOf, type PalimpsestContract, PalimpsestError } from "@palimpsest/contract";
import type { OperationContext } from "../services.js";
import { findSpaces, ownSpaceId, type Space, spaceProgress } from "../substrate/index.js";

/** Which spaces there are, and how far each covers the caller's tenant. */
export async function embeddingsStatus(
  context: OperationContext,
  _: InputOf<PalimpsestContract["embeddingsStatus"]>,
) {
  const { services } = context;
  const id = await ownSpaceId(services);
  const spaces = await context.read(findSpaces);
  const own = spaces.find(({ space_id }) => space_id === id)!;
  return { embedder: services.embedder.id, dims: services.embedder.dims, spaces, note: noteOf(own) };
}

/**
 * Moves to the configured embedder. Its space gets the vectors of new memories from the first one on; jobs fill in
 * the older ones, and when none is missing anywhere it is read from and the old space retires.
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
  const change = action === "start" ? "palimpsest.advance_space($1, false)" : "palimpsest.stop_space($1)";
  // The worker's right, so a transaction of its own. Doing it twice does no harm.
  const [row] = await services.db.worker((tx) =>
    tx.query<{ state: Space["state"] }>(`select ${change} as state`, [id]),
  );
  const state = row!.state;
  return context.write(async (tx) => {
    const { open, done, total } = await spaceProgress(tx, id);
    return { space_id: id, state, done, total, note: switchNote(state, open) };
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

function switchNote(state: Space["state"], open: number): string {
  if (state === "filling") return "A worker fills it; watch it with: palimpsest embeddings status";
  if (state === "active" && open > 0) return "It is read from already; a worker fills in what it lacks.";
  if (state === "active") return "Nothing is missing: search reads words and vectors of this embedder.";
  return "Stopped. What was done is kept; go on with: palimpsest embeddings switch";
}
