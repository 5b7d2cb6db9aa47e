const label = "Risk: ";

/** A capsule as one text, off which its risks are read again: so an edit of the capsule reaches them. */
export function capsuleText(subject: { type: string; id: string }, risks: string[]): string {
  const lines = risks.map((risk) => risk.replace(/\s+/gu, " ").trim()).filter((risk) => risk !== "");
  return [`Capsule about ${subject.type} ${subject.id}`, ...lines.map((line) => `${label}${line}`)].join(
    "\n",
  );
}

/** An amended text may begin with a risk, for an edit need not keep the first line. */
export const readRisks = (text: string): string[] =>
  text.split("\n").flatMap((line) => (line.startsWith(label) ? [line.slice(label.length)] : []));
