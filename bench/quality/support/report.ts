import type { Judged } from "../../lib/metrics.js";
import { type Cell, formatTable } from "../../lib/table.js";
import type { Compared } from "../judge.js";
import { type Half, type Kind, kinds } from "./read-story.js";
import { type Scores, scoresOf } from "./scores.js";

const names: Readonly<Record<Kind, string>> = {
  shared: "shares a word",
  reworded: "in other words",
  unmentioned: "never mentioned",
  unsaid: "never said",
};

export type Report = Readonly<Record<Kind, { readonly product: Scores; readonly floor: Scores }>>;

export const reportOf = ({ product, floor }: Compared): Report => {
  const scores = (judged: readonly Judged[], kind: Kind) =>
    scoresOf(judged.filter((q) => q.category === kind));
  const entries = (Object.keys(kinds) as Kind[]).map((kind) => [
    kind,
    { product: scores(product, kind), floor: scores(floor, kind) },
  ]);
  return Object.fromEntries(entries) as Report;
};

const cells = ({ hit1, hit3, hit10, r3, r50, answered, results }: Scores): Cell[] => [
  hit1 ?? "",
  hit3 ?? "",
  hit10 ?? "",
  r3 ?? "",
  r50 ?? "",
  answered,
  results,
];

export const tableOf = (halves: Partial<Record<Half, Report>>): string => {
  const rows = Object.entries(halves).flatMap(([half, report]) =>
    (Object.keys(report) as Kind[]).flatMap((kind, i): Cell[][] => {
      const { product, floor } = report[kind];
      const name = `${names[kind]} (${product.questions})`;
      return [
        [i === 0 ? half : "", name, "palimpsest", ...cells(product)],
        ["", "", "bm25", ...cells(floor)],
      ];
    }),
  );
  const header = [
    "half",
    "questions",
    "ranking",
    "hit@1",
    "hit@3",
    "hit@10",
    "R@3",
    "R@50",
    "answered",
    "results",
  ];
  return formatTable(header, rows);
};
