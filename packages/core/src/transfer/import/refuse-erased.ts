import { PalimpsestError } from "@palimpsest/contract";
import { erasedSubjects, type Subject, subjectDigest } from "../../erasure/index.js";
import type { OperationContext } from "../../services.js";
import type { Incoming } from "./incoming.js";
import { refusal, type Tell } from "./results.js";

/** Takes out what was recorded about a subject before that was erased here: an old export does not bring it back. */
export async function refuseErased(
  { read, digestKey }: OperationContext,
  records: Incoming[],
  tell: Tell,
): Promise<Incoming[]> {
  const about = records.map((one) => {
    const subject = subjectOf(one);
    return { one, recorded: recordedAt(one), digest: subject && subjectDigest(digestKey, subject) };
  });
  const digests = [...new Set(about.flatMap(({ digest }) => digest ?? []))];
  if (digests.length === 0) return records;
  const erased = await read((tx) => erasedSubjects(tx, digests));
  if (erased.size === 0) return records;
  return about.flatMap(({ one, recorded, digest }) => {
    const at = digest === undefined ? undefined : erased.get(digest);
    if (at === undefined || recorded > Date.parse(at)) return one;
    tell(one.at, refusal(refused(at)));
    return [];
  });
}

/** A subject without a type was erased with the user of the same name. */
function subjectOf({ record }: Incoming): Subject | undefined {
  const { subject_type = "user", subject_id } = record as Partial<Subject>;
  return subject_id === undefined ? undefined : { subject_type, subject_id };
}

const recordedAt = ({ record }: Incoming): number => {
  const { recorded_at, ts } = record as { recorded_at?: string; ts?: string };
  return Date.parse(recorded_at ?? ts ?? "") || 0;
};

const refused = (at: string) =>
  new PalimpsestError(
    "TOMBSTONED",
    `Its subject was erased here at ${at}, and this was recorded before. Write what is still true anew.`,
  );
