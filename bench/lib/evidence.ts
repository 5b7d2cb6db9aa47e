export interface RepairedEvidence {
  readonly ids: readonly string[];
  /** Labels that had to be rewritten or split. */
  readonly repaired: number;
  /** Labels that name no turn of the conversation. */
  readonly dropped: number;
}

/** "D8:6; D9:17" names two turns, "D:11:26" is D11:26, "D30:05" is D30:5; the rest is dropped. */
export const repairEvidence = (labels: readonly string[], known: ReadonlySet<string>): RepairedEvidence => {
  const ids = new Set<string>();
  let repaired = 0;
  let dropped = 0;
  for (const label of labels) {
    if (known.has(label)) {
      ids.add(label);
      continue;
    }
    const found = [...label.matchAll(/D:?(\d+):(\d+)/g)]
      .map(([, session, turn]) => `D${Number(session)}:${Number(turn)}`)
      .filter((id) => known.has(id));
    if (found.length === 0) dropped++;
    else repaired++;
    for (const id of found) ids.add(id);
  }
  return { ids: [...ids], repaired, dropped };
};
