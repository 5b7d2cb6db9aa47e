const USAGE = `Usage: npm run test:lives -- [--lives 10000] [--seed N] [--engine embedded|postgres]

Leads random lives of memories and compares what every reader sees with a model.
  --lives    how many in all, shared between the engines
  --seed     leads the same lives again
  --engine   leads all of them on one engine`;

const ENGINES = ["embedded", "postgres"];
/** Of so many lives, one more is led through every operation that reads, which takes far longer. */
const LIVES_PER_SURFACE_LIFE = 100;

/** What the options ask for; throws the usage if they make no sense. */
export function livesOf({ lives = "10000", seed = String(Math.floor(Math.random() * 2 ** 31)), engine }) {
  const numbers = [lives, seed].every((number) => /^\d{1,9}$|^[12]\d{9}$/.test(number));
  if (!numbers || Number(lives) === 0 || (engine !== undefined && !ENGINES.includes(engine))) {
    throw new Error(USAGE);
  }
  const perEngine = Math.ceil(Number(lives) / (engine === undefined ? ENGINES.length : 1));
  const throughSurfaces = Math.ceil(perEngine / LIVES_PER_SURFACE_LIFE);
  return { perEngine, throughSurfaces, seed: Number(seed), engine };
}
