import { PalimpsestError } from "@palimpsest/contract";
import type { Services } from "../../services.js";
import { registerSpace } from "./space.sql.js";

interface OwnSpace {
  spaceId: number;
  /** The id of the type vector in this database, which arrays of vectors name. */
  vectorTypeId: number;
}

const spaces = new WeakMap<Services, Promise<OwnSpace>>();

/** The space of the configured embedder, which gets the new vectors. Searches read it once it is the active one. */
export const ownSpaceId = async (services: Services): Promise<number> => (await ownSpace(services)).spaceId;

export function ownSpace(services: Services): Promise<OwnSpace> {
  const known = spaces.get(services);
  if (known) return known;
  const found = register(services);
  spaces.set(services, found);
  found.catch(() => spaces.delete(services));
  return found;
}

async function register({ db, embedder }: Services): Promise<OwnSpace> {
  const { spaceId, vectorTypeId } = await db.anonymous((tx) => registerSpace(tx, embedder.id, embedder.dims));
  if (spaceId === null) {
    throw new PalimpsestError(
      "UNAVAILABLE",
      `The embedder ${embedder.id} now gives ${embedder.dims} dimensions, but its stored vectors have another number. Give the model its own name or set OPENAI_EMBED_DIMS back, then run: palimpsest embeddings status`,
    );
  }
  return { spaceId, vectorTypeId };
}
