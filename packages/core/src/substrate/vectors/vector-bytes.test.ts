import { expect, test } from "vitest";
import { vectorArrayBytes, vectorBytes, vectorValues } from "./vector-bytes.js";

const vector = Float32Array.of(0, 1, -1, 0.1, 1e-7, 3.5);

test("vectors are read as they were written, also a part of a larger array", () => {
  expect(vectorValues(vectorBytes(vector))).toEqual(vector);
  expect(vectorValues(vectorBytes(vector.subarray(1, 4)))).toEqual(vector.slice(1, 4));
});

test("numbers are sent with their highest byte first", () => {
  const bytes = vectorBytes(vector);
  expect(bytes.readInt16BE(0)).toBe(vector.length);
  expect(bytes.readFloatBE(4 + 4 * 3)).toBe(vector[3]);
  expect(vectorArrayBytes(7, [null, vector]).subarray(-bytes.length)).toEqual(bytes);
});
