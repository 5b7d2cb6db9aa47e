/** JSON would turn NaN and Infinity into null, and null counts as absent: an amount of NaN would become the default. */
export const toJson = (value: unknown): string =>
  JSON.stringify(value, (name, inner: unknown) => {
    if (typeof inner !== "number" || Number.isFinite(inner)) return inner;
    throw new TypeError(`${name} is ${inner}, which is no number in JSON`);
  });
