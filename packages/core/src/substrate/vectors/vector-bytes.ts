/*
 * Vectors in the binary form that pgvector receives: their text is three times as long, and reading it takes the engine
 * longer than storing it.
 */

const headerBytes = 4;
const isLittleEndian = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;

/** One vector, as the value of a parameter of type vector. */
export function vectorBytes(vector: Float32Array): Buffer {
  const bytes = Buffer.allocUnsafe(headerBytes + 4 * vector.length);
  bytes.writeInt16BE(vector.length, 0);
  bytes.writeInt16BE(0, 2);
  bytes.set(new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength), headerBytes);
  if (isLittleEndian) bytes.subarray(headerBytes).swap32();
  return bytes;
}

/** The numbers of a vector in this form. */
export function vectorValues(bytes: Buffer): Float32Array {
  const values = new Float32Array(bytes.readInt16BE(0));
  for (let n = 0; n < values.length; n++) values[n] = bytes.readFloatBE(headerBytes + 4 * n);
  return values;
}

/** Several, as the value of a parameter of type vector[]. `typeId` is the id that the type vector has in this database. */
export function vectorArrayBytes(typeId: number, vectors: (Float32Array | null)[]): Buffer {
  const header = Buffer.allocUnsafe(20);
  header.writeInt32BE(1, 0);
  header.writeInt32BE(vectors.includes(null) ? 1 : 0, 4);
  header.writeUInt32BE(typeId, 8);
  header.writeInt32BE(vectors.length, 12);
  header.writeInt32BE(1, 16);
  return Buffer.concat([header, ...vectors.flatMap(element)]);
}

function element(vector: Float32Array | null): Buffer[] {
  const size = Buffer.allocUnsafe(4);
  if (vector === null) {
    size.writeInt32BE(-1, 0);
    return [size];
  }
  const bytes = vectorBytes(vector);
  size.writeInt32BE(bytes.length, 0);
  return [size, bytes];
}
