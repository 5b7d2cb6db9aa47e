import { PalimpsestError } from "@palimpsest/contract";
import type { Services } from "../../services.js";
import { registerSpace } from "./space.sql.js";

interface OwnSpace {
  spaceId: number;
  /** The id of the type vector in this database, which arrays of vectors name. */
  vectorTypeId: number;
}

type Placed = Pick<Services, "db" | "embedder">;

/** By database and embedder. */
const spaces = new WeakMap<Services["db"], Map<string, Promise<OwnSpace>>>();

/** The space of the configured embedder, which gets the new vectors. Searches read it once it is the active one. */
export const ownSpaceId = async (services: Placed): Promise<number> => (await ownSpace(services)).spaceId;

export function ownSpace(services: Placed): Promise<OwnSpace> {
  const { db, embedder } = services;
  const ofDatabase = spaces.get(db) ?? new Map<string, Promise<OwnSpace>>();
  spaces.set(db, ofDatabase);
  const name = `${embedder.id} ${embedder.dims}`;
  const known = ofDatabase.get(name);
  if (known) return known;
  const found = register(services);
  ofDatabase.set(name, found);
  found.catch(() => ofDatabase.delete(name));
  return found;
}

async function register({ db, embedder }: Placed): Promise<OwnSpace> {
  const { spaceId, vectorTypeId } = await db.anonymous((tx) => registerSpace(tx, embedder.id, embedder.dims));
  if (spaceId === null) {
    throw new PalimpsestError(
      "UNAVAILABLE",
      `The embedder ${embedder.id} now gives ${embedder.dims} dimensions, but its stored vectors have another number. Give the model its own name or set OPENAI_EMBED_DIMS back, then run: palimpsest embeddings status`,
    );
  }
  return { spaceId, vectorTypeId };
}
