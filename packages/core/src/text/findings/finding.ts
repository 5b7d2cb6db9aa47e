/** What the detectors look for. All but `ip` and `secret` are personal data. */
export const detectors = ["secret", "iban", "card", "national_id", "email", "phone", "ip"] as const;
export type Detector = (typeof detectors)[number];

/** A range of text, the detector that found it, and what it is more exactly, as in `us_ssn`. */
export interface Finding {
  start: number;
  end: number;
  detector: Detector;
  type: string;
}

/** Finds in time proportional to the text. `spelled` says that digits were written as words. */
export type FindingScanner = (text: string, how: { spelled: boolean }) => Iterable<Finding>;
