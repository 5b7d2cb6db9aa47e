const units = { s: 1, m: 60, h: 3_600, d: 86_400, w: 604_800 } as const;

export const durationPattern = /^[1-9]\d{0,5}[smhdw]$/;

/** The seconds of a duration such as `24h`. */
export const durationSeconds = (text: string): number =>
  Number(text.slice(0, -1)) * units[text.at(-1) as keyof typeof units];
