/**
 * What random tests start from. A run of the suite must say the same about the same code, so the seed is fixed;
 * `PALIMPSEST_SEED=random` searches elsewhere, and any number repeats a run.
 */
const asked = process.env.PALIMPSEST_SEED ?? "20261116";

export const seed = asked === "random" ? Math.floor(Math.random() * 2 ** 31) : Number(asked);
