/** A vector of one embedding space; only vectors of the same space can be compared with it. */
export interface SpaceVector {
  spaceId: number;
  dims: number;
  /** The text form that pgvector reads. */
  literal: string;
}
