/** Words without sentence ends, each one token of cl100k with the blank before it. */
export const words = (count: number, word = "apple"): string =>
  Array.from({ length: count }, () => word).join(" ");

/** Sentences of ten tokens each; each names its number. */
export const sentences = (count: number): string =>
  Array.from({ length: count }, (_, n) => `Item ${n} was seen near the old harbour today.`).join(" ");

const from = { artifact_type: "note", source_system: "test", document_date: "2026-03-02" } as const;

/** Tells of one decision. */
export const shortNote = { ...from, source_id: "short", content: "Decision: we adopt the osprey plan." };

/** Has so many passages that it is written in several steps. */
export const longNote = { ...from, source_id: "long", content: sentences(1_000) };
