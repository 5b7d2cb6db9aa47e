const label = "Risk: ";

/** A capsule as one text, off which its risks are read again: so an edit of the capsule reaches them. */
export function capsuleText(subject: { type: string; id: string }, risks: string[]): string {
  const lines = risks.map((risk) => risk.replace(/\s+/gu, " ").trim()).filter((risk) => risk !== "");
  return [`Capsule about ${subject.type} ${subject.id}`, ...lines.map((line) => `${label}${line}`)].join(
    "\n",
  );
}

export function readRisks(text: string): string[] {
  const [, ...lines] = text.split("\n");
  return lines.filter((line) => line.startsWith(label)).map((line) => line.slice(label.length));
}
