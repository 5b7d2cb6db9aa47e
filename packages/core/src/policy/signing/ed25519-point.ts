const P = 2n ** 255n - 19n;
const SIGN = 1n << 255n;
const D = mod(-121665n * power(121666n, P - 2n));
/** The y of the points of order 1, 2, 4 and 8. A signature by one of them says nothing of the text. */
const SMALL_ORDER = new Set(
  [
    "0000000000000000000000000000000000000000000000000000000000000000",
    "0100000000000000000000000000000000000000000000000000000000000000",
    "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
    "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
  ].map((hex) => littleEndian(Buffer.from(hex, "hex"))),
);

/** Whether 32 bytes are the canonical form of a point of the curve that can sign: one that is not of small order. */
export function isSigningKey(bytes: Buffer): boolean {
  const y = littleEndian(bytes) % SIGN;
  if (y >= P || SMALL_ORDER.has(y)) return false;
  const ySquared = mod(y * y);
  const xSquared = mod((ySquared - 1n) * power(mod(D * ySquared + 1n), P - 2n));
  return power(xSquared, (P - 1n) / 2n) === 1n;
}

function littleEndian(bytes: Buffer): bigint {
  return BigInt(`0x${Buffer.from(bytes).reverse().toString("hex")}`);
}

function mod(value: bigint): bigint {
  return ((value % P) + P) % P;
}

function power(base: bigint, exponent: bigint): bigint {
  let result = 1n;
  let square = mod(base);
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = mod(result * square);
    square = mod(square * square);
  }
  return result;
}
