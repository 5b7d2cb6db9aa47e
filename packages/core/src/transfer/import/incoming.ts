import type { TransferRecord, TransferType } from "@palimpsest/contract";

/** A record that can be read, and its place in the call. */
export type Incoming = {
  [T in TransferType]: { at: number; type: T; record: TransferRecord<T> };
}[TransferType];

export const ofType = <T extends TransferType>(records: Incoming[], type: T) =>
  records.filter((one): one is Extract<Incoming, { type: T }> => one.type === type);
