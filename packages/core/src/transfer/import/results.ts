import { type OutputOf, type PalimpsestContract, PalimpsestError } from "@palimpsest/contract";
import type { Outcome } from "./import.sql.js";

type Output = OutputOf<PalimpsestContract["importRecords"]>;
export type Result = Output["results"][number];

/** Told what became of the record at this place of the call. */
export type Tell = (at: number, result: Result) => void;

export const refusal = ({ code, message }: PalimpsestError): Result => ({
  status: "refused",
  error: { code, message },
});

/** Those that could be prepared, each with its place in the call; tells why the others were not. */
export const acceptedOf = <T extends object>(
  records: { at: number }[],
  prepared: (T | PalimpsestError)[],
  tell: Tell,
): (T & { at: number })[] =>
  records.flatMap(({ at }, n) => {
    const made = prepared[n]!;
    if (!(made instanceof PalimpsestError)) return { at, ...made };
    tell(at, refusal(made));
    return [];
  });

export function outcomeOf(outcome: Outcome): Result {
  if (outcome === "imported" || outcome === "known") return { status: outcome };
  return refusal(
    new PalimpsestError(
      "CONFLICT",
      outcome === "other"
        ? "Another record has this id here, with other content. Nothing was changed."
        : "A memory that it names is not here. Import that one first.",
    ),
  );
}

export const wasRetracted = (stone: string) =>
  new PalimpsestError(
    "TOMBSTONED",
    `This was retracted here before (${stone}) and is not taken again. Restore that memory first if it is to come back.`,
  );

export function resultsOf(results: Result[]): Output {
  const count = (status: Result["status"]) => results.filter((result) => result.status === status).length;
  return {
    results: [...results],
    imported: count("imported"),
    known: count("known"),
    refused: count("refused"),
  };
}
