const at = (sorted, share) =>
  Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0);

/** p50, p95 and p99 of answers, in milliseconds. */
export function percentiles(answers) {
  const sorted = answers.map(({ ms }) => ms).sort((a, b) => a - b);
  return { p50: at(sorted, 0.5), p95: at(sorted, 0.95), p99: at(sorted, 0.99) };
}

const median = (numbers) =>
  at(
    numbers.toSorted((a, b) => a - b),
    0.5,
  );

/** Faults during some time, from and to in seconds since the beginning. */
export const faultsWithin = (faults, from, to) =>
  faults.filter((fault) => fault.from < to && fault.to > from);

const isOutside = (faults) => (asked) =>
  faultsWithin(faults, asked.at, asked.at + asked.ms / 1_000).length === 0;

/** Errors by cause, the most frequent first. */
export function causes(errors) {
  const counts = new Map();
  for (const { cause } of errors) counts.set(cause, (counts.get(cause) ?? 0) + 1);
  return (
    [...counts]
      .sort((a, b) => b[1] - a[1])
      .map(([cause, n]) => `${cause} ${n}`)
      .join(", ") || "none"
  );
}

/** Flat: the median of the last third of the readings is at most a quarter above that of the first third. */
function growth(name, readings) {
  const third = Math.max(1, Math.floor(readings.length / 3));
  const [first, last] = [readings.slice(0, third), readings.slice(-third)].map((some) =>
    median(some.map((reading) => reading[name])),
  );
  return { first, last, met: last <= first * 1.25 };
}

/**
 * What a run came to: lines, and how many targets were missed. answers: { at, ms }; errors: { at, ms, cause }; faults:
 * { name, from, to }; readings: { at, memory, descriptors, log }. Times are seconds since the beginning. targets: p99 and log.
 */
export function summarise({ answers, errors, faults, readings, lost, acknowledged, targets, reportSeconds }) {
  const outside = isOutside(faults);
  const calm = readings.filter(({ from, at }) => faultsWithin(faults, from, at).length === 0);
  const steady = calm.length > 0 ? calm : readings;
  const { p50, p95, p99 } = percentiles(answers.filter(outside));
  const failed = errors.filter(outside);
  const [memory, descriptors] = ["memory", "descriptors"].map((name) => growth(name, steady));
  const log = Math.max(...readings.map((reading) => reading.log));
  const verdicts = [
    [`p99 outside of faults ${p99} ms`, targets.p99 && `at most ${targets.p99}`, p99 <= targets.p99],
    [
      `errors outside of faults ${failed.length} of ${answers.length}: ${causes(failed)}`,
      "none",
      failed.length === 0,
    ],
    [`memory ${memory.first} to ${memory.last} MB`, "flat", memory.met],
    [`descriptors ${descriptors.first} to ${descriptors.last}`, "flat", descriptors.met],
    [`write-ahead log at most ${log} MB`, targets.log && `at most ${targets.log}`, log <= targets.log],
    [`lost ${lost} of ${acknowledged} acknowledged writes`, "none", lost === 0],
  ];
  const minutes = readings
    .filter(({ from, at }) => faultsWithin(faults, from, at).length > 0)
    .map(({ at }) => Math.round(at / reportSeconds));
  return {
    missed: verdicts.filter(([, target, met]) => target && !met).length,
    lines: [
      ...faults.map(
        ({ name, from, to }) => `fault: ${name}, from ${Math.round(from)} to ${Math.round(to)} s`,
      ),
      `${reportSeconds === 60 ? "minutes" : "intervals"} with a fault: ${minutes.join(", ") || "none"}; outside of faults p50 ${p50} p95 ${p95} p99 ${p99} ms`,
      ...verdicts.map(([said, target, met]) =>
        target ? `${said} (target: ${target}): ${met ? "met" : "missed"}` : said,
      ),
    ],
  };
}
