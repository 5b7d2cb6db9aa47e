import { type ContextSection, contextSections } from "@palimpsest/contract";

export const sectionNames = contextSections;
export type SectionName = ContextSection;

export type Mode = "TASK" | "EXPLORATION" | "DEBUGGING" | "LEARNING" | "GENERAL";
export type Caps = Record<SectionName, number>;
type Scaled = Omit<Caps, keyof typeof fixed>;

const caps = (
  rules: number,
  task_state: number,
  recent_window: number,
  retrieved_evidence: number,
  relevant_decisions: number,
  capsules: number,
): Scaled => ({ rules, task_state, recent_window, retrieved_evidence, relevant_decisions, capsules });

/** Tokens per section of a bundle of 65,000. */
const capsOf: Record<Mode, Scaled> = {
  TASK: caps(10_000, 5_000, 2_000, 28_000, 4_000, 4_000),
  EXPLORATION: caps(3_000, 1_000, 15_000, 35_000, 6_000, 2_000),
  DEBUGGING: caps(5_000, 4_000, 12_000, 25_000, 3_000, 0),
  LEARNING: caps(8_000, 0, 2_000, 40_000, 8_000, 2_000),
  GENERAL: caps(6_000, 3_000, 8_000, 28_000, 4_000, 4_000),
};
const fullBudget = 65_000;
/** Sections that never take more, however much room there is; in a small budget, a share of it. */
const fixed = { warnings: 300, skills: 1_500 } as const;
const fixedShare = 0.1;
export const isFixed = (section: SectionName): boolean => section in fixed;

/** Caps of a mode, in proportion to the whole budget. */
export function capsFor(mode: Mode, maxTokens: number, includeCapsules: boolean): Caps {
  const limits = Object.entries(fixed).map(
    ([name, most]) => [name, Math.min(most, Math.floor(maxTokens * fixedShare))] as const,
  );
  const left = limits.reduce((rest, [, limit]) => rest - limit, maxTokens);
  const whole = Object.values(capsOf[mode]).reduce((sum, cap) => sum + cap, 0);
  const share = Math.min(maxTokens / fullBudget, left / whole);
  const scaled = Object.entries(capsOf[mode]).map(([name, cap]) => [name, Math.floor(cap * share)]);
  const all = Object.fromEntries([...scaled, ...limits]) as Caps;
  return includeCapsules ? all : { ...all, capsules: 0 };
}

/** Beginnings of the words that name a mode, so that "debugging" counts as "debug". */
const cues: [Exclude<Mode, "GENERAL">, string[]][] = [
  ["TASK", ["task", "implement"]],
  ["EXPLORATION", ["explor", "investigat"]],
  ["DEBUGGING", ["debug", "fix", "error"]],
  ["LEARNING", ["learn", "explain", "teach"]],
];
const endings = /^(?:e|es|ed|er|s|ing|ion|ation)?$/;
const sureEnough = 0.7;

const modeOf = (word: string): Mode | undefined =>
  cues.find(([, starts]) =>
    starts.some((s) => word.startsWith(s) && endings.test(word.slice(s.length))),
  )?.[0];

/** The mode that an intent asks for; the general one without an intent or below a confidence of 0.70. */
export function detectMode(intent: string | undefined): { mode: Mode; confidence: number } {
  const words = intent?.toLowerCase().match(/\p{L}+/gu) ?? [];
  if (words.length === 0) return { mode: "GENERAL", confidence: 1 };
  const votes = new Map<Mode, number>();
  for (const word of words) {
    const mode = modeOf(word);
    if (mode) votes.set(mode, (votes.get(mode) ?? 0) + 1);
  }
  const cast = [...votes.values()].reduce((sum, n) => sum + n, 0);
  const [best] = [...votes].sort((a, b) => b[1] - a[1]);
  if (!best) return { mode: "GENERAL", confidence: 0.5 };
  const confidence = Math.round((best[1] / cast) * (words.length === 1 ? 0.95 : 0.85) * 100) / 100;
  return { mode: confidence < sureEnough ? "GENERAL" : best[0], confidence };
}
