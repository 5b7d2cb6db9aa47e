type Labels = Record<string, string>;

interface Metric {
  name: string;
  help: string;
  type: "counter" | "gauge" | "histogram";
  lines(): string[];
}

export interface Counter {
  add(labels?: Labels, by?: number): void;
}

export interface Histogram {
  observe(labels: Labels, value: number): void;
}

export type Sample = { labels?: Labels; value: number };

const defaultBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

const quoted = (text: string) => text.replace(/\\/g, "\\\\").replace(/"/g, '\\"').replace(/\n/g, "\\n");

function line(name: string, labels: Labels, value: number): string {
  const pairs = Object.entries(labels).map(([key, text]) => `${key}="${quoted(text)}"`);
  return `${name}${pairs.length > 0 ? `{${pairs.join(",")}}` : ""} ${value}`;
}

/** Numbers about this process, in Prometheus' text form. Label values come from code, never from callers. */
export class Metrics {
  readonly #metrics: Metric[] = [];

  counter(name: string, help: string): Counter {
    const series = new Map<string, { labels: Labels; value: number }>();
    this.#metrics.push({
      name,
      help,
      type: "counter",
      lines: () => [...series.values()].map(({ labels, value }) => line(name, labels, value)),
    });
    return {
      add: (labels = {}, by = 1) => {
        const key = JSON.stringify(labels);
        const one = series.get(key) ?? { labels, value: 0 };
        one.value += by;
        series.set(key, one);
      },
    };
  }

  /** Read at each scrape. */
  gauge(name: string, help: string, read: () => Sample[], type: "gauge" | "counter" = "gauge"): void {
    this.#metrics.push({
      name,
      help,
      type,
      lines: () => read().map(({ labels = {}, value }) => line(name, labels, value)),
    });
  }

  histogram(name: string, help: string, buckets: readonly number[] = defaultBuckets): Histogram {
    const series = new Map<string, { labels: Labels; counts: number[]; sum: number; count: number }>();
    this.#metrics.push({
      name,
      help,
      type: "histogram",
      lines: () =>
        [...series.values()].flatMap(({ labels, counts, sum, count }) => [
          ...buckets.map((le, at) => line(`${name}_bucket`, { ...labels, le: String(le) }, counts[at] ?? 0)),
          line(`${name}_bucket`, { ...labels, le: "+Inf" }, count),
          line(`${name}_sum`, labels, sum),
          line(`${name}_count`, labels, count),
        ]),
    });
    return {
      observe: (labels, value) => {
        const key = JSON.stringify(labels);
        const one = series.get(key) ?? { labels, counts: buckets.map(() => 0), sum: 0, count: 0 };
        one.sum += value;
        one.count += 1;
        for (const [at, le] of buckets.entries()) if (value <= le) one.counts[at]! += 1;
        series.set(key, one);
      },
    };
  }

  text(): string {
    const blocks = this.#metrics.map(({ name, help, type, lines }) =>
      [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...lines()].join("\n"),
    );
    return `${blocks.join("\n")}\n`;
  }
}
