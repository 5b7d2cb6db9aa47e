/** A vector of one embedding space; only vectors of the same space can be compared with it. */
export interface SpaceVector {
  spaceId: number;
  dims: number;
  /** The vector in the binary form that pgvector receives. */
  bytes: Buffer;
}
