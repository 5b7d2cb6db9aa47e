/**
 * The reports of the property tests in words: a line for each, every divergence, and the sum. They agree with the model
 * only if all the lives were led.
 */
export function summarise(reports, { perEngine, seed, engine }) {
  const count = (number) => number.toLocaleString("en");
  const lineOf = ({ lives, compared, divergences }) =>
    `${count(lives)} lives, ${count(compared)} reads compared, ${count(divergences.length)} divergences`;
  const sum = reports.reduce(
    (all, report) => ({
      lives: all.lives + report.lives,
      compared: all.compared + report.compared,
      divergences: [...all.divergences, ...report.divergences],
    }),
    { lives: 0, compared: 0, divergences: [] },
  );
  const lives = engine === undefined ? perEngine * 2 : perEngine;
  const only = engine === undefined ? "" : ` --engine ${engine}`;
  const text = [
    ...sum.divergences,
    ...reports.map((report) => `${report.what} on ${report.engine}: ${lineOf(report)}`),
    `in all: ${lineOf(sum)}`,
    `to repeat: npm run test:lives -- --lives ${lives} --seed ${seed}${only}`,
  ].join("\n");
  return { text, agrees: sum.divergences.length === 0 && sum.lives >= lives };
}
